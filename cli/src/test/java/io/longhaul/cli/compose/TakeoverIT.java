package io.longhaul.cli.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.RequestReconciliation;
import io.longhaul.cli.Signal;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import io.longhaul.schema.StopReason;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Distributed runs whose coordinator is lost, and another one takes over. */
@EnabledOnOs(OS.LINUX)
class TakeoverIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final long STEP_TIMEOUT_SECONDS = 240;
  private static final String RESUME = "resume --kafka kafka:9092 --lake /data/lake ";

  @TempDir Path folder;

  private Topology topology;
  private Lake lake;

  @BeforeEach
  void startAllButTheCoordinator() throws Exception {
    topology = Topology.of(PROJECT, folder);
    for (String service : List.of("kafka", "topics", "mock-server")) {
      topology.start(service);
    }
    topology.start("generator-0", "generate --kafka kafka:9092 --spool-dir /data/spool/0");
    topology.start("generator-1", "generate --kafka kafka:9092 --spool-dir /data/spool/1");
    RunningService pipeline =
        topology.start(
            "pipeline",
            "pipeline --kafka kafka:9092 --lake /data/lake --checkpoints /data/checkpoints"
                + " --checkpoint-interval 2");
    await("the pipeline", () -> pipeline.printed().contains("The pipeline is running"));
    lake = new Lake(topology.path("/data/lake"));
  }

  @AfterEach
  void stopAll() {
    topology.close();
  }

  @Test
  void aResumeLeadsTheRunOnToItsPlannedEnd() throws Exception {
    RunningService coordinator =
        startCoordinator("r1", 90, "--no-gpu-telemetry --no-server-metrics");
    await("the first slices", () -> !lake.files(Dataset.SLICES).isEmpty());
    RunningService early = topology.start("early", RESUME + "r1 --artifact-dir /data/early");
    assertThat(early.exitStatus()).as(early.printed()).isEqualTo(2);
    assertThat(early.printed()).contains("Cannot resume run r1: its coordinator is alive");
    coordinator.kill();

    RunningService resumed = topology.start("resume", RESUME + "--artifact-dir /data/resumed");

    assertThat(resumed.exitStatus()).as(resumed.printed()).isZero();
    theRunIs("complete", "r1", 90);
    theGeneratorsHaveSentTheirShares();
    RunningService verified =
        topology.start("verify", "verify /data/resumed --lake /data/lake --run-id r1");
    assertThat(verified.exitStatus()).as(verified.printed()).isZero();
    RunningService again = topology.start("again", RESUME + "r1 --artifact-dir /data/again");
    assertThat(again.exitStatus()).as(again.printed()).isEqualTo(2);
    assertThat(again.printed()).contains("Cannot resume run r1: it has finished");
  }

  @Test
  void aStandbyTakesOverAndASuspendedCoordinatorDoesNotReturn() throws Exception {
    RunningService standby =
        topology.start("standby", RESUME + "--standby r2 --artifact-dir /data/standby");
    RunningService coordinator =
        startCoordinator("r2", 120, "--gpu-telemetry http://mock-server:9400/metrics");
    await("the standby", () -> standby.printed().contains("Standing by for"));
    await("the first slices", () -> !lake.files(Dataset.SLICES).isEmpty());
    Signal.STOP.sendTo(coordinator.handle());
    await("the takeover", () -> standby.printed().contains("this process is its coordinator now"));
    Signal.CONT.sendTo(coordinator.handle());

    assertThat(coordinator.exitStatus()).as(coordinator.printed()).isEqualTo(6);
    assertThat(coordinator.printed())
        .contains("Cannot continue: another coordinator has taken over run r2")
        .doesNotContain("To report the rows");
    assertThat(standby.isAlive()).as(standby.printed()).isTrue();
    // Samples are missing between the two coordinators.
    assertThat(standby.exitStatus()).as(standby.printed()).isEqualTo(5);
    theRunIs("incomplete", "r2", 120);
    theSuccessorSamplesTheSamePages("r2");
    theGeneratorsHaveSentTheirShares();
    assertThat(topology.path("/data/standby/profile_export_aiperf.json")).exists();
    assertThat(topology.path("/data/artifacts/profile_export_aiperf.json")).doesNotExist();
  }

  private RunningService startCoordinator(String run, int seconds, String sampling)
      throws Exception {
    return topology.start(
        "coordinator",
        "profile --kafka kafka:9092 --lake /data/lake --generators 2 --run-id "
            + run
            + " --model mock-model --url http://mock-server:8000 --streaming --tokenizer builtin"
            + " --isl 32 --osl 16 --request-rate 20 --benchmark-duration "
            + seconds
            + " --slice-duration 1 "
            + sampling
            + " --coordinator-timeout 600 --artifact-dir /data/artifacts --ui none");
  }

  /** Each page has samples of two lanes, the later of which last until the load ends. */
  private void theSuccessorSamplesTheSamePages(String run) throws IOException {
    Map<String, SortedMap<Long, String>> pages = new HashMap<>();
    for (GpuSampleRow sample : lake.rows(Dataset.GPU_SAMPLES, run)) {
      lanesByTime(pages, sample.getExporterUrl()).put(sample.getAtEpochNs(), sample.getLaneId());
    }
    for (ServerSampleRow sample : lake.rows(Dataset.SERVER_SAMPLES, run)) {
      lanesByTime(pages, sample.getUrl()).put(sample.getAtEpochNs(), sample.getLaneId());
    }
    long loadEnded = lake.rows(Dataset.RUNS, run).get(0).getLoadEndedEpochNs();
    assertThat(pages).hasSize(2);
    pages.forEach(
        (page, lanes) -> {
          assertThat(new HashSet<>(lanes.values())).as(page).hasSize(2);
          assertThat(lanes.lastKey())
              .as(page)
              .isGreaterThan(loadEnded - TimeUnit.SECONDS.toNanos(10));
        });
  }

  private static SortedMap<Long, String> lanesByTime(
      Map<String, SortedMap<Long, String>> pages, String url) {
    return pages.computeIfAbsent(url, unseen -> new TreeMap<>());
  }

  private void theRunIs(String status, String run, int seconds) throws IOException {
    List<RunRow> summaries = lake.rows(Dataset.RUNS, run);
    assertThat(summaries).hasSize(1);
    assertThat(summaries.get(0).getStatus()).isEqualTo(status);
    assertThat(summaries.get(0).getStopReason()).isEqualTo(StopReason.COMPLETED.word());
    List<Long> slices =
        lake.rows(Dataset.SLICES, run).stream().map(SliceRow::getSliceIndex).sorted().toList();
    assertThat(slices)
        .isEqualTo(LongStream.range(0, slices.size()).boxed().toList())
        .hasSizeGreaterThanOrEqualTo(seconds);
    RequestReconciliation account =
        RequestReconciliation.of(lake, run, topology.path("/data/truth.jsonl"));
    assertThat(account.late()).isEmpty();
    assertThat(account.declaredLost()).isZero();
    account.assertBalanced();
  }

  private void theGeneratorsHaveSentTheirShares() throws Exception {
    for (String name : List.of("generator-0", "generator-1")) {
      RunningService generator = topology.service(name);
      assertThat(generator.exitStatus()).as(generator.printed()).isZero();
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
