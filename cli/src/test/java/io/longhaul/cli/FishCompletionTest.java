package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads the script into a real fish, if there is one, and completes as the Tab key does. */
class FishCompletionTest {
  private static final String DESCRIPTION = "\t";

  @TempDir Path folder;

  private Path script;

  @BeforeEach
  void printTheScript() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, UTF_8);
    int status =
        new Longhaul(new Terminal(stream, stream, false, false)).run(List.of("completion", "fish"));
    assertThat(status).isEqualTo(ExitCode.DONE.status());
    script = Files.write(folder.resolve("longhaul.fish"), out.toByteArray());
  }

  @Test
  void eachOptionIsOneLineWithItsDescription() throws Exception {
    assertThat(Files.readAllLines(script))
        .contains(
            "complete -c longhaul -n '__longhaul_in generate' -l name -x -d 'Name of this process,"
                + " unique within the run'",
            "complete -c longhaul -n '__longhaul_in completion' -s h -l help -d 'Show this help'")
        .noneMatch(line -> line.contains("%%"));
  }

  @Test
  void commandsAreCompletedWithTheirDescriptions() throws Exception {
    assertThat(completed("longhaul compl"))
        .containsExactly("completion\tPrints a completion script for bash, zsh and fish");
    assertThat(completed("longhaul profile demo")).isEmpty();
  }

  @Test
  void optionsOfACommandAreCompleted() throws Exception {
    assertThat(words("longhaul profile --concurrency 4 --request-ra"))
        .containsExactlyInAnyOrder(
            "--request-rate",
            "--request-rate-mode",
            "--request-rate-ramp-duration",
            "--request-rate-series",
            "--request-rate-stages");
    assertThat(words("longhaul mock-server --tt")).containsExactly("--ttft");
    assertThat(words("longhaul --vers")).containsExactly("--version");
  }

  @Test
  void commandsOfCommandsHaveTheirOwnOptions() throws Exception {
    assertThat(words("longhaul genai-perf ana")).containsExactly("analyze");
    assertThat(words("longhaul config expand --fu")).containsExactly("--full");
    assertThat(words("longhaul config validate --fu")).isEmpty();
  }

  @Test
  void valuesFromAFixedListAreCompleted() throws Exception {
    assertThat(words("longhaul profile --endpoint-type emb")).containsExactly("embeddings");
    assertThat(words("longhaul profile --arrival-pattern "))
        .containsExactlyInAnyOrder("poisson", "constant", "gamma");
    assertThat(words("longhaul completion ")).containsExactlyInAnyOrder("bash", "zsh", "fish");
  }

  @Test
  void filesAreCompletedWhereFilesBelong() throws Exception {
    assertThat(words("longhaul config validate longh")).containsExactly("longhaul.fish");
    assertThat(words("longhaul profile --input-file longh")).containsExactly("longhaul.fish");
    assertThat(words("longhaul profile --concurrency longh")).isEmpty();
  }

  private List<String> words(String typed) throws Exception {
    return completed(typed).stream().map(line -> line.split(DESCRIPTION, -1)[0]).toList();
  }

  /** Returns fish's completions of the last word, each with its description behind a tab. */
  private List<String> completed(String typed) throws Exception {
    assumeThat(hasFish()).as("fish is installed").isTrue();
    ProcessBuilder fish =
        new ProcessBuilder(
            "fish", "--no-config", "-c", "source longhaul.fish; complete -C '" + typed + "'");
    fish.directory(folder.toFile())
        .redirectErrorStream(true)
        .environment()
        .put("HOME", folder.toString());
    Process process = fish.start();
    String offered = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(offered).isZero();
    return offered.lines().toList();
  }

  private static boolean hasFish() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getenv("PATH"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "fish")));
  }
}
