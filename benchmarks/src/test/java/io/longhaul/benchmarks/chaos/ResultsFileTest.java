package io.longhaul.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  @TempDir Path folder;

  @Test
  void appendedResultsAreReadAgain() throws IOException {
    ResultsFile file = new ResultsFile(folder.resolve("new/results.jsonl"));
    assertThat(file.read()).isEmpty();
    file.append(result(1, 90));
    file.append(result(2, 90, "I1: a request is missing"));

    assertThat(file.read())
        .containsExactly(result(1, 90), result(2, 90, "I1: a request is missing"));
  }

  @Test
  void theNewestResultDecidesWhetherASeedHasPassed() throws IOException {
    ResultsFile file = new ResultsFile(folder.resolve("results.jsonl"));
    file.append(result(1, 90, "I1: a request is missing"));
    file.append(result(1, 90));
    file.append(result(2, 90));
    file.append(result(2, 90, "I1: a request is missing"));

    assertThat(file.passed(90)).containsExactly(1L);
  }

  @Test
  void aShorterLoadIsNotEnough() throws IOException {
    ResultsFile file = new ResultsFile(folder.resolve("results.jsonl"));
    file.append(result(1, 90));

    assertThat(file.passed(90)).containsExactly(1L);
    assertThat(file.passed(91)).isEmpty();
  }

  @Test
  void aLineThatWasNotWrittenCompletelyIsLeftOut() throws IOException {
    Path path = folder.resolve("results.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.append(result(1, 90));
    Files.writeString(path, "{\"seed\":2,\"commit\":\"ab", UTF_8, APPEND);

    assertThat(file.read()).containsExactly(result(1, 90));
  }

  private static ChaosResult result(long seed, int loadSeconds, String... findings) {
    PlannedFault fault = new PlannedFault(FaultKind.KILL_BROKER, 3, 4, 0);
    return new ChaosResult(
        seed,
        "abc",
        "2026-11-26T15:00:00Z",
        loadSeconds,
        150,
        "complete",
        0,
        0,
        2700,
        2700,
        0,
        List.of(),
        List.of(ChaosResult.FaultResult.of(new InjectedFault(fault, true, "killed"))),
        List.of(findings));
  }
}
