package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.options.ProfileOptions;
import io.longhaul.cli.options.TypedArguments;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ProfileRunTest {
  @TempDir Path folder;

  @Command(name = "profile")
  static final class Profile {
    @Mixin ProfileOptions options = new ProfileOptions();
  }

  @Test
  void whatIsSomebodyElsesIsNotReplaced() throws Exception {
    Path mine = Files.writeString(folder.resolve("inputs.json"), "mine");
    Files.createDirectory(folder.resolve("lake"));

    assertThatThrownBy(() -> carryOut())
        .hasMessageContaining(": its inputs.json, lake are of no run that is known");
    assertThatThrownBy(() -> carryOut("--kafka", "127.0.0.1:1", "--lake", folder + "/lake"))
        .hasMessageContaining(": its inputs.json is of no run that is known");

    assertThat(mine).hasContent("mine");
    assertThat(folder.resolve("logs")).doesNotExist();
  }

  private void carryOut(String... more) throws Exception {
    List<String> line = new ArrayList<>(List.of("-m", "m", "--tokenizer", "builtin"));
    line.addAll(List.of("--url", "http://127.0.0.1:1", "--artifact-dir", folder.toString()));
    line.addAll(List.of(more));
    Profile profile = new Profile();
    CommandLine.ParseResult parsed =
        TypedArguments.collecting(new CommandLine(profile)).parseArgs(line.toArray(String[]::new));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    new ProfileRun(
            new RunSettings(
                profile.options.settings(parsed, Map.of(), "a-run", false),
                "no.such.Main",
                "",
                "1",
                ProgressStyle.of(false, false),
                false,
                List.of()),
            nowhere,
            nowhere)
        .carryOut();
  }
}
