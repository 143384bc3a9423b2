package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.mock.script.DistributionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MockServerOptionsTest {
  @TempDir private Path folder;

  @Test
  void everyDefaultMatchesItsDocumentation() {
    MockServerOptions options = MockServerOptions.builder().build();

    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(options.llmPort()).isZero();
    assertThat(options.dcgmPort()).isZero();
    assertThat(options.models()).containsExactly("mock-model");
    assertThat(options.apiKey()).isNull();
    assertThat(options.truthLogFile()).isNull();
    assertThat(options.script().seed()).isZero();
    assertThat(options.script().timeToFirstToken()).isEqualTo(DistributionSpec.parse("50ms"));
    assertThat(options.script().interTokenLatency()).isEqualTo(DistributionSpec.parse("10ms"));
    assertThat(options.script().outputTokens()).isEqualTo(DistributionSpec.parse("64"));
    assertThat(options.script().prefillNanosPerPromptToken()).isZero();
    assertThat(options.script().faults()).isEmpty();
    assertThat(options.scrapeFaults()).isEmpty();
    assertThat(options.gpuCount()).isEqualTo(2);
    assertThat(options.gpuCollectNanos()).isZero();
  }

  @Test
  void allProblemsAreReportedTogether() {
    InvalidMockServerOptions thrown =
        catchThrowableOfType(
            InvalidMockServerOptions.class,
            () ->
                MockServerOptions.builder()
                    .llmPort(70_000)
                    .timeToFirstToken("50")
                    .outputTokens("many")
                    .fault("always: explode")
                    .scrapeFault("often: nan")
                    .gpuCount(0)
                    .models(List.of())
                    .truthLog(folder.resolve("none").resolve("truth.jsonl"))
                    .build());

    assertThat(thrown.problems()).hasSize(8).allMatch(problem -> problem.startsWith("Invalid "));
    assertThat(thrown.problems().get(0))
        .isEqualTo("Invalid LLM port: 70000 (1 to 65535, or 0 for any free port)");
    assertThat(thrown).hasMessage(String.join(System.lineSeparator(), thrown.problems()));
  }

  @Test
  void oneFixedPortCannotServeBothServers() {
    assertThatThrownBy(() -> MockServerOptions.builder().llmPort(8000).dcgmPort(8000).build())
        .hasMessage(
            "Invalid DCGM port: 8000 (different from the LLM port, or 0 for any free port)");
  }

  @Test
  void aPortInUseIsReportedAndNothingRemainsRunning() throws Exception {
    try (MockServer first = MockServer.start(MockServerOptions.builder().build())) {
      MockServerOptions taken =
          MockServerOptions.builder()
              .dcgmPort(first.llmPort())
              .truthLog(folder.resolve("truth.jsonl"))
              .build();

      assertThatThrownBy(() -> MockServer.start(taken))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("Cannot open the dcgm port: 127.0.0.1:" + first.llmPort() + " (");
    }
    assertNoThreadOfOursIsLeft();
  }

  @Test
  void aTruthLogThatCannotBeCreatedIsReportedBeforeTheStart() throws Exception {
    Path file = folder.resolve("truth.jsonl");
    MockServerOptions options = MockServerOptions.builder().truthLog(file).build();
    Files.createDirectory(file);

    assertThatThrownBy(() -> MockServer.start(options)).isInstanceOf(IOException.class);
    assertNoThreadOfOursIsLeft();
  }

  @Test
  void closingEndsAllThreadsAndIsIdempotent() throws Exception {
    MockServer server =
        MockServer.start(MockServerOptions.builder().truthLog(folder.resolve("t")).build());
    assertThat(server.truthLog()).contains(folder.resolve("t"));
    server.close();
    server.close();

    assertNoThreadOfOursIsLeft();
  }

  /** An event loop reports its end shortly before its thread ends. */
  private static void assertNoThreadOfOursIsLeft() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("mock-")) {
        thread.join(10_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }
}
