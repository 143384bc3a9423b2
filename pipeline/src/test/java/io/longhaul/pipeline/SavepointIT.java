package io.longhaul.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.FakeLogSource;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.history.RecordedLog;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.source.Sources;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.RequestFragment;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Upgrades of a job in the middle of two runs: it is stopped with a savepoint, and another job
 * continues.
 *
 * <p>The folder {@code savepoints/RELEASE} contains a savepoint that the release wrote, and the log
 * that its job read. The savepoint was taken when half of each partition had been read. To make the
 * folder of a new release:
 *
 * <pre>
 * mvn verify -pl pipeline -am -Dit.test=SavepointIT -Dtest=none -Dlonghaul.savepoint.into=FOLDER
 * </pre>
 */
class SavepointIT {
  private static final Pattern LATER_COUNTS =
      Pattern.compile("\"(good_output_tokens|joules_per_good_token)\": [^,}]+, ");

  private static final List<Long> SEEDS = List.of(16L, 2L);
  private static final String TIMING = "longhaul.timing";
  private static final String GPU = "longhaul.gpu";
  private static final String LOG_FILE = "log.gz";

  /** In a savepoint, the name of a serializer's snapshot precedes the number of its form. */
  private static final String FORM = "Serializer$Snapshot\0\0\0";

  private static final long STEP_TIMEOUT_SECONDS = 120;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir private Path folder;
  private final List<CollectingSinks> sinks = new ArrayList<>();
  private final List<FakeLogSource> sources = new ArrayList<>();
  private MiniCluster cluster;
  private String test;

  @BeforeEach
  void use(@InjectMiniCluster MiniCluster started) {
    cluster = started;
  }

  @AfterEach
  void noStateIsLeft() {
    sinks.forEach(CollectingSinks::remove);
    sources.forEach(FakeLogSource::remove);
  }

  @Test
  void aJobThatIsStoppedTwiceDuringTheRunsYieldsTheRowsOfAnUninterruptedOne(TestInfo info)
      throws Exception {
    test = info.getDisplayName();
    FakeLog log = twoRuns();

    Reading first = read(log, 1).to(1, 3);
    Reading second = read(log, 3).from(first.savepoint).to(2, 3);
    Reading third = read(log, 2).from(second.savepoint).toTheEnd();

    assertThat(together(first.rows(), second.rows(), third.rows()))
        .isEqualTo(read(log, 1).toTheEnd().rows());
    assertThat(second.rows()).containsKeys("requests", "slices");
  }

  @ParameterizedTest
  @ValueSource(strings = "0.1.0")
  void theSavepointOfAReleaseIsRestoredWithNothingLostOrWrittenTwice(String release)
      throws Exception {
    test = release;
    unpack(release);
    FakeLog log;
    try (InputStream recorded = Files.newInputStream(folder.resolve(LOG_FILE))) {
      log = RecordedLog.read(recorded);
    }

    assertThat(openRequests(log)).as("requests in the savepoint").isPositive();
    Reading before = read(log, 1).to(1, 2);
    Reading after = read(log, 2).from(folder.resolve("savepoint").toString()).toTheEnd();

    assertThat(withoutLaterCounts(together(before.rows(), after.rows())))
        .isEqualTo(withoutLaterCounts(read(log, 1).toTheEnd().rows()));
    assertThat(before.rows()).as("with totals in the savepoint").containsKeys("slices");
    assertThat(after.rows().get("runs")).hasSize(SEEDS.size());
  }

  /** Returns rows without what this build counts and the release did not: see upgrading.md. */
  private static Map<String, List<String>> withoutLaterCounts(Map<String, List<String>> rows) {
    Map<String, List<String>> without = new TreeMap<>();
    rows.forEach(
        (dataset, texts) ->
            without.put(
                dataset,
                texts.stream().map(text -> LATER_COUNTS.matcher(text).replaceAll("")).toList()));
    return without;
  }

  /** The savepoint has the form from before the first release. */
  @Test
  void aSavepointThatCannotBeReadEndsTheJobWithTheReasonAndTheRemedy() throws Exception {
    test = "unreadable";
    unpack("0.1.0");
    try (Stream<Path> files = Files.list(folder.resolve("savepoint"))) {
      for (Path file : files.toList()) {
        String content = Files.readString(file, ISO_8859_1);
        Files.writeString(
            file, content.replace("Lane" + FORM + "\4", "Lane" + FORM + "\3"), ISO_8859_1);
      }
    }
    Reading job = read(twoRuns(), 1).from(folder.resolve("savepoint").toString());

    Throwable failure = catchThrowable(job::toTheEnd);

    assertThat(failure)
        .rootCause()
        .hasMessageContaining(
            "Cannot restore this checkpoint: another version of Longhaul wrote its state of a lane,"
                + " and this version cannot read it: it contains no schema, so it is older than the"
                + " first release (submit the job of the version that wrote it");
    assertThat(job.rows().values()).allMatch(List::isEmpty);
  }

  @Test
  @EnabledIfSystemProperty(named = "longhaul.savepoint.into", matches = ".+")
  void theSavepointOfThisReleaseIsMade() throws Exception {
    test = "made";
    FakeLog log = twoRuns();
    Path into = Files.createDirectories(Path.of(System.getProperty("longhaul.savepoint.into")));

    Path savepoint = Path.of(URI.create(read(log, 1).to(1, 2).savepoint));

    try (OutputStream out = Files.newOutputStream(into.resolve(LOG_FILE))) {
      RecordedLog.write(log, out);
    }
    Files.createDirectories(into.resolve("savepoint"));
    try (Stream<Path> files = Files.list(savepoint)) {
      for (Path file : files.toList()) {
        Files.copy(file, into.resolve("savepoint").resolve(file.getFileName()));
      }
    }
  }

  private static FakeLog twoRuns() {
    FakeLog log = new FakeLog();
    for (int i = 0; i < SEEDS.size(); i++) {
      RandomHistory.write(SEEDS.get(i), log, "run-" + i);
    }
    return log;
  }

  /** Counts the requests that have a fragment, but no end, in the first half of the log. */
  private static int openRequests(FakeLog log) throws Exception {
    EventCodecs codecs = new EventCodecs();
    Set<RequestId> open = new HashSet<>();
    for (List<FlatRecord> partition : RecordedLog.partitions(log, TIMING)) {
      for (FlatRecord record : partition.subList(0, partition.size() / 2)) {
        if (record.kind().equals(EventKind.REQUEST_FRAGMENT.word())
            && record.payload().length > 9) {
          RequestFragment fragment =
              (RequestFragment) codecs.decode(EventKind.REQUEST_FRAGMENT, record.payload());
          RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
          if (fragment.getEnded() == null) {
            open.add(id);
          } else {
            open.remove(id);
          }
        }
      }
    }
    return open.size();
  }

  @SafeVarargs
  private static Map<String, List<String>> together(Map<String, List<String>>... parts) {
    Map<String, List<String>> rows = new TreeMap<>();
    for (Map<String, List<String>> part : parts) {
      part.forEach(
          (dataset, texts) ->
              rows.computeIfAbsent(dataset, unknown -> new ArrayList<>()).addAll(texts));
    }
    rows.values().forEach(texts -> texts.sort(null));
    return rows;
  }

  private void unpack(String release) throws Exception {
    Path resources = Path.of(SavepointIT.class.getResource("savepoints/" + release).toURI());
    Files.createDirectories(folder.resolve("savepoint"));
    try (Stream<Path> files = Files.walk(resources)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(resources.relativize(file).toString()));
      }
    }
  }

  private Reading read(FakeLog log, int parallelism) {
    return new Reading(log, parallelism);
  }

  /** A job that reads a log, or a part of it. */
  private final class Reading {
    private final FakeLog log;
    private final int parallelism;
    private final String name = test + "/" + sinks.size();
    private final CollectingSinks lake = new CollectingSinks(name);
    private final Configuration configuration =
        JobConfiguration.of(
            JobConfiguration.uriOf(folder.resolve("checkpoints")), Duration.ofHours(1), 1);
    private String savepoint = "";

    Reading(FakeLog log, int parallelism) {
      this.log = log;
      this.parallelism = parallelism;
      sinks.add(lake);
    }

    Reading from(String state) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, state);
      return this;
    }

    /** Reads a fraction of each partition and stops the job with a savepoint. */
    Reading to(int part, int parts) throws Exception {
      FakeLogSource timing = source(TIMING).pausingAt(positions(TIMING, part, parts));
      FakeLogSource gpu = source(GPU).pausingAt(positions(GPU, part, parts));
      JobClient job = build(timing, gpu).executeAsync("pipeline until a savepoint");
      // A job that fails does not pause.
      CompletableFuture.anyOf(
              CompletableFuture.allOf(timing.paused(), gpu.paused()), job.getJobExecutionResult())
          .get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), false);
      savepoint =
          job.stopWithSavepoint(
                  false,
                  JobConfiguration.uriOf(folder.resolve("savepoints")),
                  SavepointFormatType.CANONICAL)
              .get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      job.getJobExecutionResult().get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return this;
    }

    Reading toTheEnd() throws Exception {
      build(source(TIMING), source(GPU)).execute("pipeline until the end");
      return this;
    }

    Map<String, List<String>> rows() {
      return lake.rows();
    }

    private StreamExecutionEnvironment build(FakeLogSource timing, FakeLogSource gpu) {
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration);
      new ProfileJob(
              new Sources(timing, gpu, WatermarkStrategy.noWatermarks()),
              lake,
              LiveSinks.NONE,
              parallelism)
          .build(env);
      return env;
    }

    private FakeLogSource source(String topic) {
      FakeLogSource source =
          FakeLogSource.of(name + "/" + topic, RecordedLog.partitions(log, topic));
      sources.add(source);
      return source;
    }

    private List<Integer> positions(String topic, int part, int parts) {
      return RecordedLog.partitions(log, topic).stream().map(p -> p.size() * part / parts).toList();
    }
  }
}
