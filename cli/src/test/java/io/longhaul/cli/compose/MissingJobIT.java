package io.longhaul.cli.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Distributed runs whose job is not running, writes another lake, or stops. */
@EnabledOnOs(OS.LINUX)
class MissingJobIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final int INFRASTRUCTURE_FAILED = 6;
  private static final long STEP_TIMEOUT_SECONDS = 180;

  @TempDir Path folder;
  private Topology topology;

  @Test
  void aRunWithoutTaskManagersFailsBeforeItsLoad() throws Exception {
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      startAll("kafka", "jobmanager", "topics", "job", "mock-server", "generator-0", "generator-1");
      RunningService profile = profile(10);

      assertThat(profile.exitStatus()).as(profile.printed()).isEqualTo(INFRASTRUCTURE_FAILED);
      assertThat(profile.printed())
          .containsPattern(
              "Cannot start the load: no job writes .*/lake: its consumer group"
                  + " longhaul-pipeline-[0-9a-f]{12} has committed nothing in"
                  + " longhaul.timing-[0-9]+ for 60 s \\(check that the Flink cluster has"
                  + " TaskManagers, and submit the job again\\)")
          .doesNotContain("longhaul report");
      assertThat(topology.service("generator-0").exitStatus()).isLessThan(128);
      assertNothingWasSent();
    }
  }

  @Test
  void aRunWhoseJobWritesAnotherLakeFails() throws Exception {
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      startAll("kafka", "topics", "mock-server", "generator-0", "generator-1");
      pipeline("/data/lake", "/data/checkpoints").end();
      pipeline("/data/other", "/data/other-checkpoints");
      RunningService profile = profile(10);

      assertThat(profile.exitStatus()).as(profile.printed()).isEqualTo(INFRASTRUCTURE_FAILED);
      assertThat(profile.printed())
          .containsPattern(
              "Cannot start the load: no job writes .*/lake: .*; the job of group"
                  + " longhaul-pipeline-[0-9a-f]{12} reads these topics, but writes another lake");
      assertNothingWasSent();
    }
  }

  @Test
  void aStoppedJobIsReportedAndTheLogIsProcessedWhenItContinues() throws Exception {
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      startAll("kafka", "topics", "mock-server", "generator-0", "generator-1");
      RunningService pipeline = pipeline("/data/lake", "/data/checkpoints");
      RunningService profile = profile(60);
      Lake lake = new Lake(topology.path("/data/lake"));
      await("the first rows", () -> !lake.files(Dataset.REQUESTS).isEmpty());
      pipeline.kill();

      assertThat(profile.exitStatus()).as(profile.printed()).isEqualTo(INFRASTRUCTURE_FAILED);
      assertThat(profile.printed())
          .contains("Warning: no job writes ")
          .contains("The load has ended and its log is complete, but not all of its rows are in ")
          .doesNotContain("Longhaul failed");
      Matcher hint = Pattern.compile("longhaul (report .*)").matcher(profile.printed());
      assertThat(hint.find()).as(profile.printed()).isTrue();

      pipeline("/data/lake", "/data/checkpoints");
      String run = lake.runs().get(0);
      await("the summary", () -> lake.count(Dataset.RUNS, run) == 1);
      RunningService report = topology.start("report", hint.group(1));
      assertThat(report.exitStatus()).as(report.printed()).isZero();
      assertThat(report.printed()).contains("Request Latency (ms)");
      assertThat(lake.count(Dataset.REQUESTS, run)).isEqualTo(truth().size());
    }
  }

  private void startAll(String... services) throws Exception {
    for (String service : services) {
      topology.start(service);
    }
  }

  private RunningService pipeline(String lake, String checkpoints) throws Exception {
    RunningService pipeline =
        topology.start(
            "pipeline",
            "pipeline --kafka kafka:9092 --checkpoint-interval 1 --lake "
                + lake
                + " --checkpoints "
                + checkpoints);
    await(
        "the pipeline",
        () -> {
          pipeline.await(ComposeService.STARTED);
          return pipeline.printed().contains("The pipeline is running");
        });
    return pipeline;
  }

  private RunningService profile(int seconds) throws Exception {
    return topology.start(
        "coordinator",
        "profile --kafka kafka:9092 --lake /data/lake --generators 2 --model mock-model --url"
            + " http://mock-server:8000 --streaming --tokenizer builtin --isl 32 --osl 8"
            + " --request-rate 20 --artifact-dir /data/artifacts --slice-duration 1 --ui none"
            + " --benchmark-duration "
            + seconds);
  }

  private void assertNothingWasSent() throws IOException {
    assertThat(truth()).isEmpty();
  }

  private List<String> truth() throws IOException {
    Path truth = topology.path("/data/truth.jsonl");
    return Files.exists(truth) ? Files.readAllLines(truth) : List.of();
  }

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
