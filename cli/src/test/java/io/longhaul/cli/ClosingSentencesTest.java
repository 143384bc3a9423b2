package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every command with an exit status other than 0 ends with one sentence on standard error. */
class ClosingSentencesTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A command for each exit status; some need a whole run. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DONE")
  void anErrorEndsWithASentence(ExitCode exitCode) throws Exception {
    switch (exitCode) {
      case USAGE -> {
        assertThat(endOf(exitCode)).endsWith("needs one of these commands");
        assertThat(endOf(exitCode, "genai-perf")).endsWith("needs one of these commands");
        assertThat(endOf(exitCode, "config")).endsWith("needs one of these commands");
        assertThat(endOf(exitCode, "profile")).contains("profile --help");
        assertThat(endOf(exitCode, "nonsense")).startsWith("Nothing was started");
        assertThat(endOf(exitCode, "profile", "--help", "nonsense")).startsWith("Invalid --help");
        assertThat(endOf(exitCode, "report", folder.resolve("none").toString()))
            .startsWith("Cannot report ");
        assertThat(endOf(exitCode, "validate", "mooncake-trace", "--input", badTrace()))
            .isEqualTo("Invalid --input: " + badTrace() + " (correct the line above)");
        assertThat(endOf(exitCode, synthesize("/proc/t.jsonl"))).startsWith("Cannot write ");
        assertThat(endOf(exitCode, "profile", "--config", badTrace(), "-m", "m")).isNotBlank();
      }
      case TARGET_FAILED ->
          assertThat(endOf(exitCode, profile(closedPort())))
              .startsWith("Cannot reach ")
              .endsWith("(start the server, or give its address with --url)");
      case INFRASTRUCTURE_FAILED -> {
        try (MockServer server = MockServer.start(MockServerOptions.builder().build())) {
          String lake = folder.resolve("lake").toString();
          assertThat(
                  endOf(
                      exitCode,
                      profile(
                          server.llmPort(),
                          "--kafka",
                          "127.0.0.1:" + closedPort(),
                          "--lake",
                          lake)))
              .contains("127.0.0.1");
        }
      }
      case INTERNAL_ERROR -> {
        Path rows = Files.createDirectories(folder.resolve("lake/runs"));
        Files.writeString(rows.resolve("2026-11-23.r.part-0.parquet"), "PAR1, and no more");
        assertThat(endOf(exitCode, "report", folder.toString())).startsWith("Longhaul failed: ");
      }
      case INTERRUPTED -> {
        Thread.currentThread().interrupt();
        try {
          assertThat(endOf(exitCode, "mock-server", "--port", "0", "--dcgm-port", "0"))
              .isEqualTo("The command was interrupted before it completed");
        } finally {
          assertThat(Thread.interrupted()).isTrue();
        }
      }
      // These need a run: see GatesIT.
      case DATA_INCOMPLETE, NOT_TRUSTED, THRESHOLD_MISSED ->
          assertThat(exitCode.meaning()).isNotBlank();
      case DONE -> throw new AssertionError("has none");
    }
  }

  @Test
  void sentencesAreDistinguishedFromOtherLines() {
    for (String line :
        List.of("", "  indented", "- bullet", "a  table", "Note: this", "These are:", "word")) {
      assertThat(isSentence("What went before\n" + line + "\n")).as(line).isFalse();
    }
    assertThat(isSentence("\tat io.longhaul.Main.run(Main.java:1)\nIt failed here\n")).isFalse();
    assertThat(isSentence("Cannot do it: because (try again)\n")).isTrue();
  }

  private static boolean isSentence(String err) {
    try {
      return !ErrorOutput.of(err).isEmpty();
    } catch (AssertionError e) {
      return false;
    }
  }

  private String endOf(ExitCode exitCode, String... words) {
    err.reset();
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    int status =
        new Longhaul(new Terminal(out, new PrintStream(err, true, UTF_8), false, false))
            .run(List.of(words));
    assertThat(status).as(err.toString(UTF_8)).isEqualTo(exitCode.status());
    return ErrorOutput.of(err.toString(UTF_8));
  }

  private String[] profile(int port, String... more) {
    return Stream.concat(
            Stream.of(
                "profile",
                "-m",
                "mock-model",
                "--tokenizer",
                "builtin",
                "-u",
                "http://127.0.0.1:" + port,
                "--no-gpu-telemetry",
                "--artifact-dir",
                folder.resolve("out").toString()),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private static String[] synthesize(String output) {
    return "synthesize --time-duration 9 --request-rate-min 1 --request-rate-max 2 --request-rate-period 9 --isl1 9 --osl1 9 --isl2 9 --osl2 9 --output %s"
        .formatted(output)
        .split(" ");
  }

  private String badTrace() throws Exception {
    return Files.writeString(folder.resolve("bad.jsonl"), "{\"input_length\": 0}\n").toString();
  }

  private static int closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
