package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the services of docker-compose.yml as processes on this machine. */
class ComposeTopologyIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long STEP_TIMEOUT_SECONDS = 180;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunSurvivesTheLossOfAServiceAndItsLogReplaysToTheSameRows() throws Exception {
    List<Long> pids;
    try (Topology topology = Topology.of(PROJECT, folder)) {
      topology.startAllBut("profile");
      RunningService profile = topology.start("profile");
      Lake lake = new Lake(topology.path("/data/lake"));
      await("the first rows", () -> !lake.files(Dataset.REQUESTS).isEmpty());
      topology.service("taskmanager").kill();
      topology.start("taskmanager");

      assertThat(profile.exitStatus()).as(profile.printed()).isZero();
      assertThat(topology.service("generator-0").exitStatus()).isZero();
      assertThat(topology.service("generator-1").exitStatus()).isZero();

      assertThat(topology.service("jobmanager").printed())
          .contains("from state RUNNING to RESTARTING");
      String run = onlyRunOf(lake);
      everyRequestOfTheTruthLogIsInTheLakeOnce(lake, run, topology.path("/data/truth.jsonl"));
      theRunIsComplete(lake, run);
      Map<String, String> hashes = hashes(lake, run);
      theJobCanBeSubmittedAtAnyTime(topology);
      assertThat(hashes(lake, run)).as("nothing was written again").isEqualTo(hashes);
      assertThat(hashesOfReplay(topology, run, lake)).isEqualTo(hashes);
      pids = topology.pids();
    }
    assertThat(pids).hasSizeGreaterThan(9).noneMatch(ComposeTopologyIT::isAlive);
  }

  @Test
  void composeItselfAcceptsTheFile() throws Exception {
    List<String> compose = compose().orElse(null);
    assumeTrue(compose != null, "skipped: neither docker-compose nor docker compose is installed");
    Process config =
        new ProcessBuilder(
                Stream.concat(compose.stream(), Stream.of("--profile", "run", "config", "-q"))
                    .toList())
            .directory(PROJECT.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(config.getInputStream().readAllBytes(), UTF_8);

    assertThat(config.waitFor()).as(printed).isZero();
  }

  /** Returns the installed compose command; empty if there is none. */
  private static Optional<List<String>> compose() throws InterruptedException {
    for (List<String> command : List.of(List.of("docker-compose"), List.of("docker", "compose"))) {
      try {
        Process version =
            new ProcessBuilder(Stream.concat(command.stream(), Stream.of("version")).toList())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (version.waitFor() == 0) {
          return Optional.of(command);
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    return Optional.empty();
  }

  private static void everyRequestOfTheTruthLogIsInTheLakeOnce(Lake lake, String run, Path truth)
      throws IOException {
    List<String> sent =
        Files.readAllLines(truth, UTF_8).stream().map(ComposeTopologyIT::requestId).toList();
    List<RequestRow> rows = lake.rows(Dataset.REQUESTS, run);

    assertThat(rows).extracting(RequestRow::getRequestId).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(rows).allMatch(row -> row.getOutcome().equals("ok") && row.getOutputTokens() == 16);
    assertThat(rows).extracting(RequestRow::getProcessId).contains("g0", "g1");
  }

  private static String requestId(String line) {
    try {
      return JSON.readTree(line).path("request_id").asText();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read the truth log: " + line, e);
    }
  }

  private static void theRunIsComplete(Lake lake, String run) throws IOException {
    List<RunRow> runs = lake.rows(Dataset.RUNS, run);

    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).getStatus()).isEqualTo("complete");
    assertThat(lake.count(Dataset.SLICES, run)).isGreaterThanOrEqualTo(5);
    assertThat(lake.count(Dataset.GPU_SAMPLES, run)).isPositive();
  }

  /** A running job is left alone; a cancelled one is continued from its last checkpoint. */
  private static void theJobCanBeSubmittedAtAnyTime(Topology topology) throws Exception {
    RunningService again = topology.start("job");
    assertThat(again.exitStatus()).as(again.printed()).isZero();
    String running = jobIn(again.printed(), "is already running: ([0-9a-f]{32})");

    RunningService cancel =
        topology.start("cancel", "flink cancel --jobmanager jobmanager:8081 " + running);
    assertThat(cancel.exitStatus()).as(cancel.printed()).isZero();

    RunningService resumed = topology.start("job");
    assertThat(resumed.exitStatus()).as(resumed.printed()).isZero();
    assertThat(resumed.printed()).contains("Continuing from checkpoint").contains(running);
    String successor = jobIn(resumed.printed(), "submitted with JobID ([0-9a-f]{32})");
    Path checkpoints = topology.path("/data/checkpoints").resolve(successor);
    await("a checkpoint of the continued job", () -> hasCheckpoint(checkpoints));
  }

  private static String jobIn(String printed, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(printed);
    assertThat(matcher.find()).as(printed).isTrue();
    return matcher.group(1);
  }

  private static boolean hasCheckpoint(Path checkpoints) throws IOException {
    if (!Files.isDirectory(checkpoints)) {
      return false;
    }
    try (Stream<Path> folders = Files.list(checkpoints)) {
      return folders.anyMatch(each -> Files.exists(each.resolve("_metadata")));
    }
  }

  /** The same log through the job as it runs embedded, in one process, into a lake of its own. */
  private static Map<String, String> hashesOfReplay(Topology topology, String run, Lake original)
      throws Exception {
    RunningService embedded =
        topology.start(
            "replay",
            "pipeline --kafka kafka:9092 --lake /data/replay/lake --checkpoints"
                + " /data/replay/checkpoints --checkpoint-interval 1");
    Lake replay = new Lake(topology.path("/data/replay/lake"));
    Map<String, Long> wanted = counts(original, run);
    await(
        "as many rows as the first time",
        () -> {
          embedded.await(ComposeService.STARTED);
          return counts(replay, run).equals(wanted);
        });
    return hashes(replay, run);
  }

  private static Map<String, Long> counts(Lake lake, String run) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      counts.put(dataset.name(), lake.count(dataset, run));
    }
    return counts;
  }

  private static Map<String, String> hashes(Lake lake, String run) throws IOException {
    Map<String, String> hashes = new HashMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      RowHash hash = RowHash.of(lake, dataset, run);
      hashes.put(dataset.name(), hash.rows() + " rows " + hash);
    }
    return hashes;
  }

  private static String onlyRunOf(Lake lake) throws IOException {
    List<String> runs = lake.runs();
    assertThat(new TreeSet<>(runs)).hasSize(1);
    return runs.get(0);
  }

  private static void await(String awaited, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of %s", awaited).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
