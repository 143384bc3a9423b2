package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import io.longhaul.benchmarks.fortnight.LakeTotals;
import io.longhaul.benchmarks.fortnight.ProducerLog;
import io.longhaul.benchmarks.fortnight.RunShape;
import io.longhaul.benchmarks.fortnight.SyntheticRun;
import io.longhaul.benchmarks.subject.StandingJobMain;
import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simulated run: a broker, the synthetic log and the lake. Each day has its own process of the
 * job. For one thread.
 */
final class FortnightRun implements AutoCloseable {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

  /**
   * Until then, a process loads classes, and Flink keeps the figures of the last ten checkpoints.
   */
  private static final int WARM_HOURS = 12;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double KILO = 1e3;
  private static final double MEGA = 1e6;

  private final RunShape shape;
  private final FortnightFolder folder;
  private final ProgressFile out;
  private final KafkaProcess broker;
  private final ProducerLog log;
  private final SyntheticRun run;
  private final Lake lake;
  private final Manifest manifest;
  private @Nullable Path savepoint;

  private FortnightRun(
      RunShape shape, FortnightFolder folder, ProgressFile out, KafkaProcess broker)
      throws IOException {
    this.shape = shape;
    this.folder = folder;
    this.out = out;
    this.broker = broker;
    this.log = new ProducerLog(KafkaConnection.plain(broker.bootstrapServers()), TOPICS);
    this.run = new SyntheticRun(shape, TOPICS, log);
    this.lake = new Lake(Files.createDirectories(folder.lake()));
    this.manifest = Manifest.open(lake, shape.runId());
  }

  /** Starts the broker and writes the start of the run. */
  static FortnightRun start(RunShape shape, FortnightFolder folder, ProgressFile out)
      throws ChildFailedException, IOException, InterruptedException, RunFailedException {
    KafkaProcess broker = KafkaProcess.start(folder.log(), folder.brokerLog());
    try {
      new RunTopics(new KafkaCluster(broker.bootstrapServers(), TOPICS))
          .ensure(RunShape.TIMING_PARTITIONS);
      FortnightRun started = new FortnightRun(shape, folder, out, broker);
      started.run.start();
      return started;
    } catch (IOException | InterruptedException | RunFailedException | RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /**
   * Writes the events of a day while the job reads them, with a checkpoint after each hour, and
   * stops the job with a savepoint.
   *
   * @param day index of the day
   * @param classPath of the job
   * @throws IllegalStateException if the job fails or stalls, or leaves unfinished files
   */
  Map<DayFigure, Double> simulateDay(int day, String classPath)
      throws IOException, ExecutionException, InterruptedException {
    Map<DayFigure, Double> figures = new EnumMap<>(DayFigure.class);
    long before = day == 0 ? 0 : run.records();
    try (StandingJob job = StandingJob.start(classPath, broker.bootstrapServers(), folder)) {
      // The first hour contains the start of the process.
      simulateHour(job, before);
      long warm = run.records();
      long warmNanos = System.nanoTime();
      List<Double> heapsWhenWarm = new ArrayList<>();
      for (int hour = 1; hour < RunShape.HOURS_PER_DAY; hour++) {
        if (hour >= WARM_HOURS) {
          heapsWhenWarm.add(job.measure().heapMegabytes());
        }
        simulateHour(job, before);
      }
      double seconds = (System.nanoTime() - warmNanos) / NANOS_PER_SECOND;
      figures.put(DayFigure.RATE, (run.records() - warm) / seconds);
      measure(job, run.records() - before, figures);
      heapsWhenWarm.add(requireNonNull(figures.get(DayFigure.HEAP)));
      figures.put(DayFigure.HEAP_IN_DAY, Trend.of(heapsWhenWarm).growth());
      stop(job);
    }
    figures.put(DayFigure.SAVEPOINT, FortnightFolder.bytes(savepoint()) / KILO);
    measureLake(figures);
    log.deleteAll();
    figures.put(DayFigure.BROKER_HEAP, LiveHeap.megabytes(broker.pid()));
    figures.put(DayFigure.BROKER_FILES, (double) openFiles(broker.pid()));
    out.print("Day %d of %d: %s".formatted(day + 1, shape.days(), lines(figures)));
    return figures;
  }

  private void simulateHour(StandingJob job, long recordsBefore) {
    run.writeHour();
    log.flush();
    job.await(run.records() - recordsBefore);
    job.checkpoint();
  }

  private void measure(StandingJob job, long records, Map<DayFigure, Double> figures)
      throws IOException {
    StandingJobMain.Figures used = job.measure();
    figures.put(DayFigure.HEAP, used.heapMegabytes());
    figures.put(DayFigure.METASPACE, used.metaspaceMegabytes());
    figures.put(DayFigure.THREADS, (double) used.threads());
    figures.put(DayFigure.OPEN_FILES, (double) used.openFiles());
    figures.put(DayFigure.CPU, used.cpuSeconds() * MICROS_PER_SECOND / records);
    figures.put(DayFigure.CHECKPOINT, folder.newestCheckpointBytes() / KILO);
  }

  /** Stops the job, and deletes the savepoint from which it was restored. */
  private void stop(StandingJob job) throws IOException {
    Path before = savepoint;
    savepoint = job.stop();
    if (before != null) {
      FortnightFolder.delete(before);
    }
    List<Path> unfinished = folder.unfinishedFiles();
    if (!unfinished.isEmpty()) {
      throw new IllegalStateException(
          "the job has left %d unfinished files, such as %s"
              .formatted(unfinished.size(), unfinished.get(0)));
    }
  }

  private Path savepoint() {
    return requireNonNull(savepoint);
  }

  /** Adds the files of the day to the manifest. */
  private void measureLake(Map<DayFigure, Double> figures) throws IOException {
    long linesBefore = manifest.lines().size();
    Path file = ExportLayout.manifest(lake.folder());
    long bytesBefore = Files.exists(file) ? Files.size(file) : 0;
    long added = manifest.catchUp();
    List<ManifestLine> lines = manifest.lines();
    figures.put(DayFigure.FILES, (double) added);
    figures.put(
        DayFigure.LAKE,
        lines.stream().skip(linesBefore).mapToLong(ManifestLine::bytes).sum() / MEGA);
    figures.put(DayFigure.MANIFEST, (Files.size(file) - bytesBefore) / KILO);
  }

  private static long openFiles(long pid) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return files.count();
    }
  }

  private static String lines(Map<DayFigure, Double> figures) {
    return figures.entrySet().stream()
        .map(figure -> "%s %,.1f".formatted(figure.getKey().title(), figure.getValue()))
        .collect(Collectors.joining("; "));
  }

  /**
   * Ends the run, waits for its summary, and closes the run.
   *
   * @return every difference between the lake and the totals of the log; empty if all are exact
   */
  List<String> end(String classPath) throws IOException {
    long before = run.records();
    try (StandingJob job = StandingJob.start(classPath, broker.bootstrapServers(), folder)) {
      run.end();
      log.flush();
      job.await(run.records() - before);
      job.checkpoint();
      run.close();
      log.flush();
      job.await(run.records() - before);
      job.checkpoint();
      stop(job);
    }
    manifest.catchUp();
    out.print(
        "End of the run: %,d records, savepoint without the run %,.1f kB, lake %,.1f MB in %,d files"
            .formatted(
                run.records(),
                FortnightFolder.bytes(savepoint()) / KILO,
                FortnightFolder.bytes(lake.folder()) / MEGA,
                manifest.lines().size()));
    out.print("Comparing the lake with the totals: " + run.totals());
    return new LakeTotals(lake, shape, run.totals()).differences();
  }

  @Override
  public void close() {
    log.close();
    broker.close();
  }
}
