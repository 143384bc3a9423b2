package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A job that is stopped with a savepoint and submitted again writes no row a second time. */
class StoppedJobIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final String PROFILE =
      "profile --kafka kafka:9092 --lake /data/lake --generators 2 --model mock-model --url"
          + " http://mock-server:8000 --streaming --tokenizer builtin --isl 32 --osl 8"
          + " --request-rate 20 --benchmark-duration 5 --ui none";
  private static final String UNTIL_KILLED = "--benchmark-duration 300";
  private static final long STEP_TIMEOUT_SECONDS = 180;

  /** In a checkpoint, the name of a serializer's snapshot precedes the number of its form. */
  private static final String FORM = "Serializer$Snapshot\0\0\0";

  @TempDir Path folder;
  private Topology topology;
  private Lake lake;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aJobThatWasStoppedWithASavepointContinuesFromItAndWritesNoRowTwice() throws Exception {
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      lake = new Lake(topology.path("/data/lake"));
      topology.startAllBut("profile");
      RunningService profile = topology.start("profile");
      assertThat(profile.exitStatus()).as(profile.printed()).isZero();
      Map<String, Long> rows = rows();
      String first = jobIn(topology.service("job"));

      String savepoint = stop(first, "");
      Set<Path> before = completed();
      RunningService second = submit("");
      assertThat(second.exitStatus()).as(second.printed()).isZero();
      assertThat(second.printed()).contains("Continuing from savepoint").contains(savepoint);
      awaitTwoCheckpointsBut(before);
      assertThat(rows()).isEqualTo(rows);

      rows = rowsAfterAnotherRun();
      String elsewhere = stop(jobIn(second), "--savepointPath /data/elsewhere");
      RunningService refused = submit("");
      assertThat(refused.exitStatus()).as(refused.printed()).isEqualTo(1);
      assertThat(refused.printed())
          .contains("Cannot start the job: ")
          .contains("they are newer than the newest state")
          .contains(savepoint)
          .doesNotContain("\tat ");

      before = completed();
      RunningService third = submit(" --from " + elsewhere);
      assertThat(third.exitStatus()).as(third.printed()).isZero();
      awaitTwoCheckpointsBut(before);
      assertThat(rows()).isEqualTo(rows);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aStoppedOrKilledPipelineContinuesFromItsNewestCheckpoint() throws Exception {
    String pipeline =
        "pipeline --kafka kafka:9092 --lake /data/lake --checkpoints /data/checkpoints"
            + " --checkpoint-interval 1";
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      lake = new Lake(topology.path("/data/lake"));
      for (String service :
          List.of("kafka", "topics", "mock-server", "generator-0", "generator-1")) {
        topology.start(service);
      }
      RunningService first = topology.start("pipeline", pipeline);
      RunningService profile = topology.start("coordinator", PROFILE);
      assertThat(profile.exitStatus()).as(profile.printed()).isZero();
      Map<String, Long> rows = rows();

      Set<Path> before = completed();
      first.end();
      RunningService second = topology.start("pipeline", pipeline);
      awaitTwoCheckpointsBut(before);
      assertThat(second.printed()).contains("Continuing from checkpoint ");
      assertThat(rows()).isEqualTo(rows);

      before = completed();
      second.kill();
      RunningService third = topology.start("pipeline", pipeline);
      awaitTwoCheckpointsBut(before);
      assertThat(third.printed()).contains("Continuing from checkpoint ");
      assertThat(rows()).isEqualTo(rows);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void submitRejectsACheckpointOfAnotherFormat() throws Exception {
    try (Topology started = Topology.of(PROJECT, folder)) {
      topology = started;
      lake = new Lake(topology.path("/data/lake"));
      topology.startAllBut("profile");
      awaitRowsOf(
          topology.start("coordinator", PROFILE.replace("--benchmark-duration 5", UNTIL_KILLED)));
      String job = jobIn(topology.service("job"));
      RunningService cancel =
          topology.start("cancel", "flink cancel --jobmanager jobmanager:8081 " + job);
      assertThat(cancel.exitStatus()).as(cancel.printed()).isZero();
      writeEarlierForm();

      RunningService refused = submit("");
      assertThat(refused.exitStatus()).as(refused.printed()).isEqualTo(1);
      assertThat(refused.printed())
          .containsPattern(
              "The job has failed: Cannot restore this checkpoint: another version of Longhaul wrote"
                  + " its state of a lane, and this version cannot read it: it contains no schema,"
                  + " so it is older than the first release \\(submit the job of the version that wrote it")
          .doesNotContain("\tat ");
    }
  }

  private void awaitRowsOf(RunningService profile) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (lake.files(Dataset.REQUESTS).isEmpty()) {
      profile.await(ComposeService.STARTED);
      assertThat(System.nanoTime()).as(profile.printed()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  /** Changes checkpoints into those of a version from before the first release. */
  private void writeEarlierForm() throws IOException {
    boolean written = false;
    for (Path checkpoint : completed()) {
      try (Stream<Path> files = Files.list(checkpoint)) {
        for (Path file : files.toList()) {
          String content = Files.readString(file, ISO_8859_1);
          String earlier = content.replace("Lane" + FORM + "\4", "Lane" + FORM + "\3");
          written |= !earlier.equals(content);
          FileTime modified = Files.getLastModifiedTime(file);
          Files.writeString(file, earlier, ISO_8859_1);
          Files.setLastModifiedTime(file, modified);
        }
      }
    }
    assertThat(written).isTrue();
  }

  /**
   * Stops a job with a savepoint.
   *
   * @return where Flink says that the savepoint is
   */
  private String stop(String job, String option) throws Exception {
    RunningService stop =
        topology.start("stop", "flink stop --jobmanager jobmanager:8081 " + option + " " + job);
    assertThat(stop.exitStatus()).as(stop.printed()).isZero();
    return only("Path: (\\S+)", stop.printed());
  }

  private RunningService submit(String more) throws Exception {
    return topology.start(
        "submit",
        "submit jobmanager:8081 --bootstrap kafka:9092 --lake /data/lake --checkpoints"
            + " /data/checkpoints --parallelism 2 --checkpoint-seconds 1"
            + more);
  }

  private static String jobIn(RunningService submitted) throws IOException {
    return only("submitted with JobID ([0-9a-f]{32})", submitted.printed());
  }

  private static String only(String pattern, String printed) {
    Matcher matcher = Pattern.compile(pattern).matcher(printed);
    assertThat(matcher.find()).as(printed).isTrue();
    return matcher.group(1);
  }

  /** The second one commits whatever the first one closed. */
  private void awaitTwoCheckpointsBut(Set<Path> before) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    Set<Path> since = new HashSet<>();
    while (since.size() < 2) {
      assertThat(System.nanoTime()).as("deadline of two checkpoints").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
      since.addAll(completed());
      since.removeAll(before);
    }
  }

  private Set<Path> completed() throws IOException {
    Set<Path> completed = new HashSet<>();
    Path checkpoints = topology.path("/data/checkpoints");
    try (Stream<Path> jobs = Files.list(checkpoints)) {
      for (Path job : jobs.toList()) {
        try (Stream<Path> folders = Files.list(job)) {
          folders.filter(each -> Files.exists(each.resolve("_metadata"))).forEach(completed::add);
        }
      }
    }
    return completed;
  }

  private Map<String, Long> rowsAfterAnotherRun() throws Exception {
    topology.start("generator-0");
    topology.start("generator-1");
    RunningService profile = topology.start("coordinator", PROFILE);
    assertThat(profile.exitStatus()).as(profile.printed()).isZero();
    assertThat(lake.runs()).hasSize(2);
    return rows();
  }

  /** Of each run and dataset. */
  private Map<String, Long> rows() throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    for (String run : lake.runs()) {
      for (Dataset<?> dataset : Dataset.ALL) {
        rows.put(run + " " + dataset, lake.count(dataset, run));
      }
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }
}
