package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The requests and times of an open loop depend neither on the number of generators nor on
 * repetition.
 */
class GeneratorsIT {
  private static final int REQUESTS = 120;

  @TempDir Path folder;

  /** The planned properties of a request; the time counts from the run's start. */
  private record Planned(long planIndex, long scheduledAfterStartNanos, long promptHash) {}

  @Test
  void twoGeneratorsSendTheSameRequestsAsOne() throws Exception {
    try (MockServer server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("16")
                .build())) {
      ExportLayout repeated = executed(server, 1, "--num-profile-runs", "2");
      Lake one = lakeOf(repeated.ofRun("run_0001"));
      Lake again = lakeOf(repeated.ofRun("run_0002"));
      Lake two = lakeOf(executed(server, 2));

      assertThat(processesOf(one)).containsExactly("g0");
      assertThat(processesOf(two)).containsExactlyInAnyOrder("g0", "g1");
      assertThat(planned(one)).hasSize(REQUESTS);
      assertThat(planned(two)).isEqualTo(planned(one));
      assertThat(planned(again)).isEqualTo(planned(one));
      assertThat(run(again)).isNotEqualTo(run(one));
      JsonNode aggregate = new ObjectMapper().readTree(repeated.aggregateJson().toFile());
      assertThat(aggregate.at("/metadata/num_successful_runs").asInt()).isEqualTo(2);
      assertThat(aggregate.at("/metrics/request_count_avg/mean").asInt()).isEqualTo(REQUESTS);
    }
  }

  /** Executes a command line. */
  private ExportLayout executed(MockServer server, int generators, String... more)
      throws Exception {
    Path here = Files.createDirectory(folder.resolve("generators-" + generators));
    ExportLayout layout = new ExportLayout(here.resolve("out"));
    List<String> command = new ArrayList<>(MockServerRuns.streamingFrom(server));
    command.addAll(
        List.of(
            "--isl",
            "32",
            "--isl-stddev",
            "8",
            "--rehearsal-requests",
            "100",
            "--request-rate",
            "40",
            "--request-count",
            Integer.toString(REQUESTS),
            "--random-seed",
            "7",
            "--generators",
            Integer.toString(generators),
            "--artifact-dir",
            layout.folder().toString()));
    command.addAll(List.of(more));
    try (RunningProfile run = RunningProfile.start(here, command)) {
      assertThat(run.exitStatus()).as(run.err()).isZero();
    }
    return layout;
  }

  /** Checks that the run has one report. */
  private static Lake lakeOf(ExportLayout layout) throws IOException {
    Lake lake = new Lake(layout.lake());
    assertThat(lake.runs()).hasSize(1);
    assertThat(
            new ObjectMapper()
                .readTree(layout.profileJson().toFile())
                .path("request_count")
                .path("avg")
                .asInt())
        .isEqualTo(REQUESTS);
    return lake;
  }

  private static Set<String> processesOf(Lake lake) throws IOException {
    Set<String> processes = new HashSet<>();
    lake.forEach(Dataset.REQUESTS, run(lake), row -> processes.add(row.getProcessId()));
    return processes;
  }

  private static Set<Planned> planned(Lake lake) throws IOException {
    RunRow summary = lake.rows(Dataset.RUNS, run(lake)).get(0);
    Set<Planned> planned = new HashSet<>();
    for (RequestRow row : lake.rows(Dataset.REQUESTS, run(lake))) {
      planned.add(
          new Planned(
              row.getPlanIndex(),
              row.getScheduledEpochNs() - summary.getRunStartEpochNs(),
              row.getPromptHash()));
    }
    return planned;
  }

  private static String run(Lake lake) throws IOException {
    return lake.runs().get(0);
  }
}
