package io.longhaul.cli.web;

import io.longhaul.cli.api.LiveRun;
import io.longhaul.export.SliceRow;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.report.runs.ListedRun;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run whose committed slices, and what GPUs and servers reported in them, are added to a live
 * view, in their order. {@link #read} is for one thread; the other methods are thread-safe.
 */
final class FollowedRun {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedRun.class);

  /** The charts hold the samples of as many slices that are not finished. */
  private static final int BATCH = 64;

  /** Slices above which the ones before them count as missing, so that a gap fills no memory. */
  private static final int MOST_EARLY = 300;

  private final FoundRun found;
  private volatile LiveRun view;
  private volatile Instant lastRequested;
  private final Set<Path> read = new HashSet<>();

  /** Slices whose predecessor was not read yet: the files of a checkpoint appear one by one. */
  private final TreeMap<Long, SliceRow> early = new TreeMap<>();

  private CommittedSamples samples;
  private long next;
  private boolean hasStarted;

  /** Whether new slices have waited for the samples of their checkpoint. */
  private boolean hasWaited;

  /** Whether a file was damaged in this call of {@link #read}. */
  private boolean isDamaged;

  private boolean hasEnded;

  /** Whether it has ended without a summary. */
  private boolean isDead;

  /** Follows a run with an empty view. */
  FollowedRun(FoundRun found, LiveRun view, Instant now) {
    this.found = found;
    this.view = view;
    this.lastRequested = now;
    this.samples = new CommittedSamples(found.lake(), found.runId());
  }

  FoundRun found() {
    return found;
  }

  LiveRun view() {
    return view;
  }

  /** Replaces the view by an empty one. */
  void replace(LiveRun empty) {
    view = empty;
  }

  void requested(Instant now) {
    lastRequested = now;
  }

  Instant lastRequested() {
    return lastRequested;
  }

  /**
   * Adds the slices that were committed since the last call. Ends the view with the last one, and
   * with a warning if the run has ended without a summary.
   *
   * @param newest what is known about the run now
   * @param replaceView replaces the view by an empty one; false if nobody needs the view any more
   */
  void read(ListedRun newest, BooleanSupplier replaceView)
      throws IOException, InterruptedException {
    boolean isResumed = isDead && newest.status() == ListedRun.Status.IN_PROGRESS;
    if (hasEnded && !isResumed) {
      return;
    }
    Lake lake = found.lake();
    boolean hasSummary = !lake.files(Dataset.RUNS, found.runId()).isEmpty();
    List<Path> files = lake.files(Dataset.SLICES, found.runId());
    if (isResumed || !Set.copyOf(files).containsAll(read)) {
      if (!replaceView.getAsBoolean()) {
        return;
      }
      read.clear();
      early.clear();
      samples = new CommittedSamples(lake, found.runId());
      next = 0;
      hasStarted = false;
      hasEnded = false;
      isDead = false;
    }
    samples.find();
    if (!hasSummary && !hasWaited && samples.isBehind() && !read.containsAll(files)) {
      hasWaited = true;
      return;
    }
    hasWaited = false;
    boolean waited = !early.isEmpty();
    isDamaged = false;
    for (Path file : inOrder(files)) {
      add(file);
      if (isDamaged) {
        addWithGaps();
      }
    }
    if (waited || hasSummary || isDamaged) {
      addWithGaps();
    }
    boolean isAbandoned = !newest.hasSummary() && newest.status() == ListedRun.Status.ABANDONED;
    if ((hasSummary || isAbandoned) && read.containsAll(files)) {
      addWithGaps();
      isDead = !hasSummary;
      if (isDead) {
        view.warn("The run was abandoned: " + newest.detail());
      }
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
    isDamaged = true;
    view.warn("Slices are missing: " + failure.getMessage());
  }

  /** Adds the slices of a file. */
  private void add(Path file) throws InterruptedException {
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
        if (batch.size() >= BATCH || early.size() >= MOST_EARLY) {
          show(batch);
          batch = new ArrayList<>();
        }
        if (early.size() >= MOST_EARLY) {
          addWithGaps();
        }
      }
      read.add(file);
    } catch (NoSuchFileException | FileNotFoundException e) {
      LOG.debug("Replaced; the next call reads the new files", e);
    } catch (IOException | RuntimeException e) {
      damaged(file, e);
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
    for (int from = 0; from < slices.size(); from += BATCH) {
      List<SliceRow> batch = slices.subList(from, Math.min(slices.size(), from + BATCH));
      addSamples(batch.get(batch.size() - 1).getSliceIndex());
      view.add(batch);
    }
  }

  private void addSamples(long upTo) throws InterruptedException {
    List<Consumer<LiveCharts>> reported = samples.takeUpTo(upTo);
    if (!reported.isEmpty()) {
      view.sample(charts -> reported.forEach(each -> each.accept(charts)));
    }
    for (String problem : samples.takeProblems()) {
      view.warn(problem);
    }
  }

  private void addWithGaps() throws InterruptedException {
    if (!early.isEmpty()) {
      next = early.lastKey() + 1;
      show(List.copyOf(early.values()));
      early.clear();
    }
  }
}
