package io.longhaul.cli.web;

import io.longhaul.cli.api.LiveRun;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run whose committed slices are added to a live view, in their order. {@link #read} is for one
 * thread; the other methods are thread-safe.
 */
final class FollowedRun {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedRun.class);
  private static final int BATCH = 64;

  private final FoundRun found;
  private final Supplier<LiveRun> views;
  private volatile LiveRun view;
  private volatile Instant lastRequested;
  private final Set<Path> read = new HashSet<>();

  /** Slices whose predecessor was not read yet: the files of a checkpoint appear one by one. */
  private final TreeMap<Long, SliceRow> early = new TreeMap<>();

  private long next;
  private boolean hasStarted;
  private boolean hasEnded;

  /**
   * Creates the view of a run.
   *
   * @param views creates an empty view, and another one if the files of the run are replaced
   */
  FollowedRun(FoundRun found, Supplier<LiveRun> views, Instant now) {
    this.found = found;
    this.views = views;
    this.view = views.get();
    this.lastRequested = now;
  }

  FoundRun found() {
    return found;
  }

  LiveRun view() {
    return view;
  }

  void requested(Instant now) {
    lastRequested = now;
  }

  Instant lastRequested() {
    return lastRequested;
  }

  /**
   * Adds the slices that were committed since the last call.
   *
   * @param replaced receives the old view if it has to be replaced
   */
  void read(Consumer<LiveRun> replaced) throws IOException, InterruptedException {
    if (hasEnded) {
      return;
    }
    Lake lake = found.lake();
    boolean isLast = !lake.files(Dataset.RUNS, found.runId()).isEmpty();
    List<Path> files = lake.files(Dataset.SLICES, found.runId());
    if (!Set.copyOf(files).containsAll(read)) {
      LiveRun old = view;
      view = views.get();
      replaced.accept(old);
      read.clear();
      early.clear();
      next = 0;
      hasStarted = false;
    }
    boolean waited = !early.isEmpty();
    boolean isWhole = true;
    for (Path file : inOrder(files)) {
      isWhole &= add(file);
    }
    if (waited || isLast || !isWhole) {
      addWithGaps();
    }
    if (isLast) {
      view.end();
      hasEnded = true;
    }
  }

  /** Returns the new files by their first slices. */
  private List<Path> inOrder(List<Path> files) throws InterruptedException {
    Map<Path, Long> firsts = new TreeMap<>();
    for (Path file : files) {
      if (!read.contains(file)) {
        try (ParquetRows<SliceRow> rows = rows(file)) {
          firsts.put(file, rows.next().map(SliceRow::getSliceIndex).orElse(0L));
        } catch (NoSuchFileException | FileNotFoundException e) {
          LOG.debug("Replaced; the next call reads the new files", e);
        } catch (IOException | RuntimeException e) {
          damaged(file, e);
        }
      }
    }
    List<Path> sorted = new ArrayList<>(firsts.keySet());
    sorted.sort(Comparator.comparing(firsts::get));
    return sorted;
  }

  private static ParquetRows<SliceRow> rows(Path file) throws IOException {
    return new ParquetRows<>(Dataset.SLICES, file, Set.of());
  }

  private void damaged(Path file, Exception failure) throws InterruptedException {
    read.add(file);
    view.warn("Slices are missing: " + failure.getMessage());
  }

  /** Adds the slices of a file; returns whether it could be read. */
  private boolean add(Path file) throws InterruptedException {
    List<SliceRow> batch = new ArrayList<>();
    try (ParquetRows<SliceRow> rows = rows(file)) {
      for (Optional<SliceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        SliceRow slice = row.get();
        if (slice.getLabelSet().isEmpty() && slice.getSliceIndex() >= next) {
          early.put(slice.getSliceIndex(), slice);
        }
        while (!early.isEmpty() && early.firstKey() == next) {
          batch.add(early.pollFirstEntry().getValue());
          next++;
        }
        if (batch.size() >= BATCH) {
          show(batch);
          batch = new ArrayList<>();
        }
      }
      read.add(file);
      return true;
    } catch (NoSuchFileException | FileNotFoundException e) {
      return true; // it was replaced; the next call sees that
    } catch (IOException | RuntimeException e) {
      damaged(file, e);
      return false;
    } finally {
      show(batch);
    }
  }

  /** The first slice contains the start of the run. */
  private void show(List<SliceRow> slices) throws InterruptedException {
    if (!hasStarted && !slices.isEmpty()) {
      SliceRow first = slices.get(0);
      long length = first.getEndEpochNs() - first.getStartEpochNs();
      view.starts(first.getStartEpochNs() - first.getSliceIndex() * length);
      hasStarted = true;
    }
    view.add(slices);
  }

  private void addWithGaps() throws InterruptedException {
    if (!early.isEmpty()) {
      next = early.lastKey() + 1;
      show(List.copyOf(early.values()));
      early.clear();
    }
  }
}
