package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A distributed run that has lost a generator, which is not restarted or which is. */
class LostGeneratorIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final long STEP_TIMEOUT_SECONDS = 600;
  private static final int PLANNED = 400;
  private static final int PLANNED_WITH_RESTART = 1_600;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void theLostGeneratorsRequestsAreAnIntervalThatContainsTheServersCount() throws Exception {
    try (Topology topology = Topology.of(PROJECT, folder)) {
      // Its duration has passed when the generator is declared lost, so the run does not wait.
      RunningService run = startRun(topology, PLANNED, " --benchmark-duration 25");
      topology.service("generator-1").kill();

      assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
      long received = received(topology);
      JsonNode accounting = accounting(topology);
      assertThat(accounting.path("exact").booleanValue()).isFalse();
      assertThat(accounting.has("balanced")).isFalse();
      assertThat(received)
          .isBetween(accounting.path("issued").asLong(), accounting.path("issued_at_most").asLong())
          .isLessThan(PLANNED);
      assertThat(accounting.path("issued").asLong())
          .isEqualTo(accounting.path("accounted").asLong());
      assertThat(run.printed())
          .contains("%d planned = ".formatted(PLANNED), " unknown\n", "  Unknown: lane ")
          .contains("was lost (silent for 30 s); the log has its requests up to ");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRestartedGeneratorSendsTheRestOfItsShareAndEveryRequestIsAccountedFor() throws Exception {
    try (Topology topology = Topology.of(PROJECT, folder)) {
      RunningService run = startRun(topology, PLANNED_WITH_RESTART, "");
      topology.service("generator-1").kill();
      startGenerator(topology, "generator-1");

      assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
      assertThat(run.printed())
          .containsPattern(
              "Warning: generator generator-1 on .* was lost: its process was restarted")
          .containsPattern(
              "Warning: generator generator-1 on .* has returned; it continues its share");
      JsonNode accounting = accounting(topology);
      assertThat(accounting.path("exact").booleanValue()).as(run.printed()).isTrue();
      assertThat(accounting.path("balanced").booleanValue()).as(run.printed()).isTrue();
      long issued = accounting.path("issued").asLong();
      long missed = accounting.path("not_issued_because").path("stall_skipped").asLong();
      assertThat(missed).as("due during the absence").isPositive();
      assertThat(issued + missed).isEqualTo(PLANNED_WITH_RESTART);
      assertThat(received(topology)).as("one may not have left").isBetween(issued - 1, issued);
      Lake lake = new Lake(topology.path("/data/lake"));
      assertThat(lake.rows(Dataset.REQUESTS, lake.runs().get(0)))
          .extracting(RequestRow::getPlanIndex)
          .doesNotHaveDuplicates();
    }
  }

  /** Starts a run with two generators and waits for its first slices. */
  private static RunningService startRun(Topology topology, int requests, String more)
      throws Exception {
    for (String service : List.of("kafka", "topics", "mock-server")) {
      topology.start(service);
    }
    startGenerator(topology, "generator-0");
    startGenerator(topology, "generator-1");
    topology.start(
        "pipeline",
        "pipeline --kafka kafka:9092 --lake /data/lake --checkpoints /data/checkpoints"
            + " --checkpoint-interval 2");
    RunningService run =
        topology.start(
            "coordinator",
            "profile --kafka kafka:9092 --lake /data/lake --generators 2 --model mock-model"
                + " --url http://mock-server:8000 --streaming --tokenizer builtin --isl 32"
                + " --osl 16 --request-rate 20 --request-count "
                + requests
                + more
                + " --slice-duration 1 --artifact-dir /data/artifacts --ui none");
    Lake lake = new Lake(topology.path("/data/lake"));
    await("the first slices", () -> !lake.files(Dataset.SLICES).isEmpty());
    return run;
  }

  private static void startGenerator(Topology topology, String name) throws Exception {
    topology.start(name, "generate --kafka kafka:9092 --spool-dir /data/spool --name " + name);
  }

  private static long received(Topology topology) throws IOException {
    return Files.readAllLines(topology.path("/data/truth.jsonl"), UTF_8).size();
  }

  private static JsonNode accounting(Topology topology) throws IOException {
    return new ObjectMapper()
        .readTree(topology.path("/data/artifacts/longhaul.json").toFile())
        .path("accounting");
  }

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
