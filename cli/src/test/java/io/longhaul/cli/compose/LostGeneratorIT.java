package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The accounting of a distributed run that has lost a generator. */
class LostGeneratorIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final long STEP_TIMEOUT_SECONDS = 120;
  private static final int PLANNED = 400;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void theLostGeneratorsRequestsAreAnIntervalThatContainsTheServersCount() throws Exception {
    try (Topology topology = Topology.of(PROJECT, folder)) {
      for (String service : List.of("kafka", "topics", "mock-server")) {
        topology.start(service);
      }
      for (String generator : List.of("generator-0", "generator-1")) {
        topology.start(generator, "generate --kafka kafka:9092");
      }
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
                  + PLANNED
                  + " --slice-duration 1 --artifact-dir /data/artifacts --ui none");
      Lake lake = new Lake(topology.path("/data/lake"));
      await("the first slices", () -> !lake.files(Dataset.SLICES).isEmpty());
      topology.service("generator-1").kill();

      assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
      long received = Files.readAllLines(topology.path("/data/truth.jsonl"), UTF_8).size();
      JsonNode accounting =
          new ObjectMapper()
              .readTree(topology.path("/data/artifacts/longhaul.json").toFile())
              .path("accounting");
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

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
