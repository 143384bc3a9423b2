package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole help text is the assertion. */
class HelpTextTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void helpOfProfile() throws IOException {
    int status = run("profile", "--help");

    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-help.txt"));
    assertThat(status).isEqualTo(ExitCode.DONE.status());
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void helpOfProfileWithEveryOption() throws IOException {
    assertThat(run("profile", "--help", "all")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-all-help.txt"));

    out.reset();
    assertThat(run("profile", "--help=all")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-all-help.txt"));
  }

  @Test
  void helpOfOneGroup() throws IOException {
    assertThat(run("profile", "--help", "stop")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-stop-help.txt"));
  }

  @Test
  void helpOfOptionsThatContainAWord() {
    assertThat(run("profile", "--help", "request-rate")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8))
        .contains("--request-rate=RATE", "--warmup-request-rate-ramp-duration", "Load")
        .doesNotContain("--concurrency=", "--url");
  }

  @Test
  void anUnknownTopicIsRejectedWithTheGroups() {
    assertThat(run("profile", "--help", "sideways")).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .startsWith(
            "Invalid --help: sideways (all, a word in the names of options, or a group:"
                + " config-file, endpoint, readiness, prompt, ");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void helpBeforeTheCommandIsItsShortHelp() throws IOException {
    assertThat(run("--help", "profile")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-help.txt"));
  }

  @Test
  void helpTakesPrecedenceOverInvalidOptions() throws IOException {
    assertThat(run("profile", "--concurrency", "0", "-h")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("profile-help.txt"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "calibrate",
        "mark",
        "report",
        "plot",
        "verify",
        "compare",
        "history",
        "runs",
        "web",
        "resume",
        "compact",
        "register",
        "record",
        "synthesize",
        "analyze-trace",
        "mock-server",
        "generate",
        "sample-gpus",
        "pipeline",
        "completion"
      })
  void helpOfTheOtherCommands(String command) throws IOException {
    assertThat(run(command, "--help")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden(command + "-help.txt"));
  }

  @Test
  void helpOfGenAiPerfsCommand() throws IOException {
    assertThat(run("genai-perf", "process-export-files", "--help"))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("process-export-files-help.txt"));
  }

  @Test
  void helpOfTraceValidation() throws IOException {
    assertThat(run("validate", "mooncake-trace", "--help")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("validate-mooncake-trace-help.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"swim-lane", "turn-messages"})
  void helpOfTheViewsOfRuns(String view) throws IOException {
    assertThat(run("analyze", view, "--help")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden(view + "-help.txt"));
  }

  @Test
  void helpOfGenAiPerfsSweeps() throws IOException {
    assertThat(run("genai-perf", "analyze", "--help")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("analyze-help.txt"));
  }

  @Test
  void helpOfTheProgramListsItsCommands() throws IOException {
    assertThat(run("--help")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).isEqualTo(golden("help.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help=all", "--help=load"})
  void noLineIsWiderThanAHundredColumns(String help) {
    run("profile", help);

    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 100);
  }

  /** The parser prints its own warnings, such as that of a lone % in a text, to standard error. */
  @Test
  void helpPrintsNoWarnings() {
    PrintStream standardError = System.err;
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      run("profile", "--help=all");
    } finally {
      System.setErr(standardError);
    }

    assertThat(err.toString(UTF_8)).isEmpty();
  }

  private int run(String... arguments) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(arguments));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = HelpTextTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
