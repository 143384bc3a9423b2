package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a TLS server whose certificate is not signed by an authority that Java trusts. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class CaFileIT {
  @TempDir Path folder;

  private MockServer server;

  @BeforeEach
  void startServer() throws IOException {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("8")
                .tls(file("localhost.pem"), file("localhost-key.pem"))
                .build());
  }

  @AfterEach
  void stopServer() throws IOException {
    server.close();
  }

  @Test
  void aRunWithTheRightCaFileSucceeds() throws Exception {
    try (RunningProfile run =
        RunningProfile.start(folder, profile("--ca-file", file("localhost.pem").toString()))) {
      assertThat(run.exitStatus()).as(run.err()).isZero();

      assertThat(run.out()).contains("20 issued = 20 ok + 0 error");
      assertThat(server.requestsReceived()).isGreaterThanOrEqualTo(20);
      run.assertNoProcessIsLeft();
    }
  }

  @Test
  void withoutTheRightCaFileTheRunFailsBeforeTheLoad() throws Exception {
    String refused =
        "Cannot put load on https://localhost:"
            + server.llmPort()
            + ": TLS failed: its certificate is not signed by a trusted authority (name the file of"
            + " its authority with --ca-file, accept any certificate with --insecure, or check"
            + " --url; --no-preflight starts the load anyway)";

    assertThat(lastLineOf(profile())).isEqualTo(refused);
    assertThat(lastLineOf(profile("--ca-file", file("another-authority.pem").toString())))
        .isEqualTo(refused);
    assertThat(server.requestsReceived()).isZero();
    assertThat(new ExportLayout(folder.resolve("out")).log()).doesNotExist();
  }

  private static String lastLineOf(List<String> words) {
    EndedCommand ended = EndedCommand.of(words);
    assertThat(ended.exitStatus()).isEqualTo(ExitCode.TARGET_FAILED.status());
    return ended.err().lines().reduce("", (before, line) -> line);
  }

  private List<String> profile(String... more) {
    return Stream.concat(
            Stream.of(
                "profile",
                "--model",
                "mock-model",
                "--tokenizer",
                "builtin",
                "--url",
                "https://localhost:" + server.llmPort(),
                "--no-gpu-telemetry",
                "--streaming",
                "--rehearsal-requests",
                "100",
                "--request-count",
                "20",
                "--artifact-dir",
                folder.resolve("out").toString()),
            Stream.of(more))
        .toList();
  }

  private Path file(String name) throws IOException {
    Path copy = folder.resolve(name);
    if (Files.notExists(copy)) {
      try (InputStream in = CaFileIT.class.getResourceAsStream(name)) {
        Files.write(copy, in.readAllBytes());
      }
    }
    return copy;
  }
}
