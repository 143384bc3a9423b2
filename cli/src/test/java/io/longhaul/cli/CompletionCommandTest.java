package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Loads the script into a real bash and completes as the Tab key does. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CompletionCommandTest {
  @TempDir Path folder;

  private Path script;

  @BeforeEach
  void printTheScript() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(run(out, "completion", "bash")).isEqualTo(ExitCode.DONE.status());
    script = Files.write(folder.resolve("completion"), out.toByteArray());
  }

  @Test
  void commandsAreCompleted() throws Exception {
    assertThat(completed("longhaul", "")).contains("profile", "demo", "mock-server", "completion");
    assertThat(completed("longhaul", "pro")).containsExactly("profile");
  }

  @Test
  void optionsOfACommandAreCompleted() throws Exception {
    assertThat(completed("longhaul", "profile", "--request-ra"))
        .containsExactlyInAnyOrder(
            "--request-rate",
            "--request-rate-mode",
            "--request-rate-ramp-duration",
            "--request-rate-series",
            "--request-rate-stages");
    assertThat(completed("longhaul", "mock-server", "--tt")).containsExactly("--ttft");
  }

  @Test
  void optionsAfterAnotherOptionsValueAreCompleted() throws Exception {
    assertThat(completed("longhaul", "profile", "--concurrency", "4", "--benchmark-d"))
        .containsExactly("--benchmark-duration");
  }

  @Test
  void enumValuesAreCompleted() throws Exception {
    assertThat(completed("longhaul", "profile", "--endpoint-type", "emb"))
        .containsExactly("embeddings");
    assertThat(completed("longhaul", "profile", "--arrival-pattern", ""))
        .containsExactlyInAnyOrder("poisson", "constant", "gamma");
  }

  @Test
  void commandsOfGenAiPerfAreCompleted() throws Exception {
    assertThat(completed("longhaul", "genai-perf", "ana")).containsExactly("analyze");
  }

  @Test
  void oneScriptServesBothShells() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThat(run(out, "completion", "zsh")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(script));
    assertThat(out.toString(UTF_8)).contains("bashcompinit");
  }

  @Test
  void anUnknownShellIsRejected() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThat(run(out, "completion", "tcsh")).isEqualTo(ExitCode.USAGE.status());
    assertThat(out.toString(UTF_8)).startsWith("Invalid SHELL: tcsh (bash, zsh or fish)");
  }

  /** Returns bash's completions of the last word. */
  private List<String> completed(String... words) throws Exception {
    StringBuilder typed = new StringBuilder();
    for (String word : words) {
      typed.append('\'').append(word).append("' ");
    }
    String program =
        """
        source '%s'
        COMP_WORDS=(%s)
        COMP_CWORD=%d
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        function compopt() { :; }
        $(complete -p longhaul | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(script, typed, words.length - 1);
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", program).redirectErrorStream(true).start();
    String offered = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return offered.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static int run(ByteArrayOutputStream into, String... arguments) {
    PrintStream stream = new PrintStream(into, true, UTF_8);
    return new Longhaul(new Terminal(stream, stream, false, false)).run(List.of(arguments));
  }
}
