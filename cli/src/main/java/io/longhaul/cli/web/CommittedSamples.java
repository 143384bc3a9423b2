package io.longhaul.cli.web;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.html.FirstTokens;
import io.longhaul.report.html.GpuGauge;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.report.html.ServerFigure;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetBlocks;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What GPUs and servers reported in a run in progress, from the committed files of {@code
 * gpu_slices} and {@code server_samples}, for the charts of its live view. The files are read in
 * the order of their slices, one at a time. For one thread.
 */
final class CommittedSamples {
  private static final Logger LOG = LoggerFactory.getLogger(CommittedSamples.class);

  /** Newest rows of servers that a new view reads, so that it opens within seconds. */
  static final long MOST_SERVER_ROWS = 5_000_000;

  private static final Set<String> LISTS = Set.of("labels", "bucket_bounds", "bucket_counts");
  private static final List<ServerFigure> FIGURES = List.of(ServerFigure.values());
  private static final int NONE = -1;

  private final Lake lake;
  private final String runId;
  private final long mostServerRows;
  private final SampleFiles gpus = new SampleFiles(Dataset.GPU_SLICES, Set.of(), this::readGpus);
  private final SampleFiles servers =
      new SampleFiles(Dataset.SERVER_SAMPLES, LISTS, this::readServers);

  /** What was read and belongs to a slice that is not shown yet, by slice; -1 before the run. */
  private final TreeMap<Long, List<Consumer<LiveCharts>>> pending = new TreeMap<>();

  /** The newest slice that is shown. */
  private long shown = Long.MIN_VALUE;

  /** Sentences about files that cannot be read. */
  private final List<String> problems = new ArrayList<>();

  /** Whether older rows of servers are not read; until the page says so. */
  private boolean isPart;

  CommittedSamples(Lake lake, String runId) {
    this(lake, runId, MOST_SERVER_ROWS);
  }

  CommittedSamples(Lake lake, String runId, long mostServerRows) {
    this.lake = lake;
    this.runId = runId;
    this.mostServerRows = mostServerRows;
  }

  /** Reads a file. */
  @FunctionalInterface
  private interface FileReader {
    void read(Path file) throws IOException;
  }

  /** The files of a dataset. */
  private final class SampleFiles {
    final Dataset<? extends SpecificRecordBase> dataset;
    final Set<String> unread;
    final FileReader reader;
    final Set<Path> known = new HashSet<>();

    /** Files that are not read, by their first slice. */
    final TreeMap<Long, List<Path>> waiting = new TreeMap<>();

    /** Whether there were files before the last search, which found no further one. */
    boolean isBehind;

    SampleFiles(
        Dataset<? extends SpecificRecordBase> dataset, Set<String> unread, FileReader reader) {
      this.dataset = dataset;
      this.unread = unread;
      this.reader = reader;
    }

    void find(List<Path> found) {
      boolean hadFiles = !known.isEmpty();
      boolean hasNew = false;
      for (Path file : found) {
        if (known.add(file)) {
          hasNew = true;
          try {
            firstSlice(file, dataset, unread)
                .ifPresent(
                    first -> waiting.computeIfAbsent(first, any -> new ArrayList<>()).add(file));
          } catch (NoSuchFileException | FileNotFoundException e) {
            LOG.debug("Replaced; the view begins again", e);
          } catch (IOException | RuntimeException e) {
            problems.add("Samples are missing: " + e.getMessage());
          }
        }
      }
      isBehind = hadFiles && !hasNew;
    }

    void readUpTo(long slice) {
      NavigableMap<Long, List<Path>> due = waiting.headMap(slice, true);
      for (List<Path> files : due.values()) {
        for (Path file : files) {
          try {
            reader.read(file);
          } catch (NoSuchFileException | FileNotFoundException e) {
            LOG.debug("Replaced; the view begins again", e);
          } catch (IOException | RuntimeException e) {
            problems.add("Samples are missing: " + e.getMessage());
          }
        }
      }
      due.clear();
    }
  }

  private static <T extends SpecificRecordBase> Optional<Long> firstSlice(
      Path file, Dataset<T> dataset, Set<String> unread) throws IOException {
    try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, unread)) {
      return rows.next().map(row -> (Long) row.get("slice_index"));
    }
  }

  /** Looks for files that were committed since the last call. */
  void find() throws IOException {
    gpus.find(lake.files(gpus.dataset, runId));
    List<Path> found = lake.files(servers.dataset, runId);
    servers.find(servers.known.isEmpty() ? newest(found) : found);
  }

  /** Returns the newest files with a limited number of rows; the others are never read. */
  private List<Path> newest(List<Path> files) throws IOException {
    Map<Path, FileTime> times = new HashMap<>();
    for (Path file : files) {
      times.put(file, Files.getLastModifiedTime(file));
    }
    List<Path> newestFirst = new ArrayList<>(files);
    newestFirst.sort(Comparator.comparing(times::get, Comparator.reverseOrder()));
    List<Path> newest = new ArrayList<>();
    long rows = 0;
    for (Path file : newestFirst) {
      rows += ParquetRows.count(file);
      if (rows > mostServerRows && !newest.isEmpty()) {
        isPart = true;
        servers.known.addAll(files);
        servers.known.removeAll(newest);
        return newest;
      }
      newest.add(file);
    }
    return newest;
  }

  /**
   * Returns whether there were files before and the last search found no further one: those of a
   * checkpoint appear one by one, so that samples of new slices may follow.
   */
  boolean isBehind() {
    return gpus.isBehind || servers.isBehind;
  }

  /** Reads what was reported up to a slice, and returns what is not shown yet. */
  List<Consumer<LiveCharts>> takeUpTo(long slice) {
    gpus.readUpTo(slice);
    servers.readUpTo(slice);
    NavigableMap<Long, List<Consumer<LiveCharts>>> due = pending.headMap(slice, true);
    List<Consumer<LiveCharts>> all = due.values().stream().flatMap(List::stream).toList();
    due.clear();
    shown = slice;
    return all;
  }

  /** Returns the files that could not be read since the last call, as sentences. */
  List<String> takeProblems() {
    List<String> taken = List.copyOf(problems);
    problems.clear();
    return taken;
  }

  private void add(long slice, Consumer<LiveCharts> sample) {
    if (slice > shown) {
      pending.computeIfAbsent(slice, any -> new ArrayList<>()).add(sample);
    }
  }

  private void readGpus(Path file) throws IOException {
    Lake.forEach(Dataset.GPU_SLICES, file, Set.of(), this::addGpu);
  }

  private void addGpu(GpuSliceRow row) {
    GpuId gpu = GpuId.of(row);
    String host = row.getHostname().isEmpty() ? row.getExporterUrl() : row.getHostname();
    Map<GpuGauge, Double> means = new EnumMap<>(GpuGauge.class);
    for (GpuGauge gauge : GpuGauge.values()) {
      GaugeOverSlice overSlice = gauge.of(row);
      if (overSlice != null) {
        means.put(gauge, overSlice.getMean());
      }
    }
    long at = row.getStartEpochNs();
    add(row.getSliceIndex(), charts -> charts.gpuSampled(gpu, host, at, means));
  }

  /** Reads only the columns of the few metrics that charts show. */
  private void readServers(Path file) throws IOException {
    try (ParquetBlocks blocks =
        new ParquetBlocks(
            file,
            List.of(
                "name",
                "url",
                "at_epoch_ns",
                "slice_index",
                "value",
                "histogram_sum",
                "histogram_count"))) {
      for (int rows = blocks.next(); rows >= 0; rows = blocks.next()) {
        addBlock(blocks, rows);
      }
    }
  }

  private void addBlock(ParquetBlocks blocks, int rows) throws IOException {
    int[] figures = new int[rows];
    blocks.words("name", figures, name -> ServerFigure.of(name).map(FIGURES::indexOf).orElse(NONE));
    List<String> urls = new ArrayList<>();
    int[] pages = new int[rows];
    blocks.words(
        "url",
        pages,
        url -> {
          urls.add(url);
          return urls.size() - 1;
        });
    long[] at = new long[rows];
    blocks.numbers("at_epoch_ns", at, 0);
    long[] slices = new long[rows];
    blocks.numbers("slice_index", slices, -1);
    double[] values = new double[rows];
    blocks.doubles("value", values);
    double[] sums = new double[rows];
    blocks.doubles("histogram_sum", sums);
    double[] counts = new double[rows];
    blocks.doubles("histogram_count", counts);
    Scrape scrape = null;
    for (int row = 0; row < rows; row++) {
      if (figures[row] == NONE) {
        continue;
      }
      if (scrape == null || !scrape.is(urls.get(pages[row]), at[row])) {
        addScrape(scrape);
        scrape = new Scrape(urls.get(pages[row]), at[row], slices[row]);
      }
      scrape.add(FIGURES.get(figures[row]), values[row], sums[row], counts[row]);
    }
    addScrape(scrape);
  }

  private void addScrape(@Nullable Scrape scrape) {
    if (scrape == null) {
      return;
    }
    if (isPart && scrape.slice >= 0) {
      isPart = false;
      add(
          scrape.slice,
          charts ->
              charts.loadChanged(
                  scrape.at,
                  "The charts of the servers begin here: older values are in the report of the run"));
    }
    add(scrape.slice, scrape::addTo);
  }

  /** The shown values of a page at one time: its rows follow each other. */
  private static final class Scrape {
    private final String url;
    private final long at;
    private final long slice;
    private final Map<ServerFigure, Double> values = new EnumMap<>(ServerFigure.class);
    private @Nullable FirstTokens firstTokens;

    Scrape(String url, long at, long slice) {
      this.url = url;
      this.at = at;
      this.slice = slice;
    }

    boolean is(String otherUrl, long otherAt) {
      return at == otherAt && url.equals(otherUrl);
    }

    void add(ServerFigure figure, double value, double sum, double count) {
      if (figure == ServerFigure.FIRST_TOKEN) {
        if (!Double.isNaN(sum) && !Double.isNaN(count)) {
          FirstTokens more = new FirstTokens(sum, count);
          firstTokens = firstTokens == null ? more : firstTokens.plus(more);
        }
      } else if (Double.isFinite(value)) {
        values.merge(figure, value, figure::together);
      }
    }

    void addTo(LiveCharts charts) {
      charts.serverSampled(url, at, values);
      if (firstTokens != null) {
        charts.serverAnswered(url, at, firstTokens);
      }
    }
  }
}
