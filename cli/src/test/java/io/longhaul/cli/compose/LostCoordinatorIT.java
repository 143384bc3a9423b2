package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.RequestReconciliation;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.schema.StopReason;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A distributed run whose coordinator is killed. */
class LostCoordinatorIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final List<String> GENERATORS = List.of("generator-0", "generator-1");
  private static final long STEP_TIMEOUT_SECONDS = 240;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void remoteGeneratorsStopByThemselvesAndTheRunIsReportedAsUnfinished() throws Exception {
    try (Topology topology = Topology.of(PROJECT, folder)) {
      for (String service : List.of("kafka", "topics", "mock-server")) {
        topology.start(service);
      }
      topology.start(GENERATORS.get(0), "generate --kafka kafka:9092 --coordinator-silence 25");
      topology.start(GENERATORS.get(1), "generate --kafka kafka:9092");
      RunningService pipeline =
          topology.start(
              "pipeline",
              "pipeline --kafka kafka:9092 --lake /data/lake --checkpoints /data/checkpoints"
                  + " --checkpoint-interval 2");
      await("the pipeline", () -> pipeline.printed().contains("The pipeline is running"));
      RunningService coordinator =
          topology.start(
              "coordinator",
              "profile --kafka kafka:9092 --lake /data/lake --generators 2 --model mock-model"
                  + " --url http://mock-server:8000 --streaming --tokenizer builtin --isl 32"
                  + " --osl 16 --request-rate 20 --benchmark-duration 300 --slice-duration 1"
                  + " --gpu-telemetry http://mock-server:9400/metrics"
                  + " --coordinator-timeout 20 --artifact-dir /data/artifacts --ui none");
      Lake lake = new Lake(topology.path("/data/lake"));
      await("the first slices", () -> !lake.files(Dataset.SLICES).isEmpty());
      coordinator.kill();

      for (String name : GENERATORS) {
        RunningService generator = topology.service(name);
        assertThat(generator.exitStatus()).as(generator.printed()).isEqualTo(5);
        assertThat(generator.printed())
            .contains(
                "Stopped before the share was completed: the coordinator sent nothing for 20 s");
      }
      String run = lake.runs().get(0);
      everyRequestIsInTheLake(lake, run, topology.path("/data/truth.jsonl"));
      theSlicesAreWholeAndThereIsNoSummary(lake, run);
      theReportStatesThatTheRunIsUnfinished(topology, run);
      aResumeEndsTheRun(topology, lake, run);
    }
  }

  /** The lanes ended normally: the loss of the coordinator does not affect their requests. */
  private static void everyRequestIsInTheLake(Lake lake, String run, Path truth) throws Exception {
    awaitRows(lake, run, Files.readAllLines(truth, UTF_8).size());
    RequestReconciliation account = RequestReconciliation.of(lake, run, truth);

    assertThat(account.late()).isEmpty();
    assertThat(account.declaredLost()).isZero();
    account.assertBalanced();
  }

  /** Without the coordinator, further lanes could still join, so the slices end there. */
  private static void theSlicesAreWholeAndThereIsNoSummary(Lake lake, String run)
      throws IOException {
    List<Long> slices =
        lake.rows(Dataset.SLICES, run).stream().map(SliceRow::getSliceIndex).sorted().toList();

    assertThat(slices)
        .isEqualTo(LongStream.range(0, slices.size()).boxed().toList())
        .hasSizeLessThan(60);
    assertThat(lake.count(Dataset.RUNS, run)).isZero();
  }

  private static void theReportStatesThatTheRunIsUnfinished(Topology topology, String run)
      throws Exception {
    RunningService report = topology.start("report", "report /data --run-id " + run);

    assertThat(report.exitStatus()).as(report.printed()).isEqualTo(5);
    assertThat(report.printed())
        .contains("INCOMPLETE", "the run's summary is missing", "figures end at")
        .contains("Request Latency (ms)");
    assertThat(topology.path("/data/profile_export_aiperf.json")).exists();
  }

  /** The sampler was in the coordinator's process. */
  private static void aResumeEndsTheRun(Topology topology, Lake lake, String run) throws Exception {
    RunningService resumed =
        topology.start(
            "resume", "resume --kafka kafka:9092 --lake /data/lake --artifact-dir /data/resumed");

    assertThat(resumed.exitStatus()).as(resumed.printed()).isEqualTo(5);
    assertThat(resumed.printed())
        .contains(
            "The load of run " + run + " has ended",
            "Incomplete: the generators stopped before the end of the plan");
    RunRow summary = lake.rows(Dataset.RUNS, run).get(0);
    assertThat(summary.getStopReason()).isEqualTo(StopReason.ABANDONED.word());
    assertThat(summary.getIncompleteBecause())
        .singleElement()
        .asString()
        .matches("lane s0.* was lost: its process ended");
    assertThat(topology.path("/data/resumed/profile_export_aiperf.json")).exists();
  }

  /** Waits as long as the job, which may be slow on a busy machine, commits further rows. */
  private static void awaitRows(Lake lake, String run, int requests) throws Exception {
    long rows = lake.count(Dataset.REQUESTS, run);
    long progressNanos = System.nanoTime();
    while (rows < requests) {
      assertThat(System.nanoTime() - progressNanos)
          .as("time without further rows, with %d of %d requests", rows, requests)
          .isLessThan(TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS));
      TimeUnit.MILLISECONDS.sleep(200);
      long now = lake.count(Dataset.REQUESTS, run);
      progressNanos = now > rows ? System.nanoTime() : progressNanos;
      rows = now;
    }
  }

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
