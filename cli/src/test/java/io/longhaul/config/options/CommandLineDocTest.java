package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.Converters;
import io.longhaul.config.value.ApiKey;
import io.longhaul.control.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/command-line.md} says what the parser knows: names, values, defaults, meaning. */
class CommandLineDocTest {
  private static final Path PAGE = Path.of("../docs/command-line.md");
  private static final String DEFAULT = " Default: ";

  @Test
  void everyOptionStandsInThePageAsTheParserKnowsIt() throws IOException {
    List<String> rows =
        TypedProfile.spec().argGroups().stream()
            .flatMap(group -> group.options().stream())
            .map(CommandLineDocTest::row)
            .toList();

    assertThat(linesThatBegin("| `-")).containsExactlyElementsOf(rows);
  }

  @Test
  void theGroupsAreThoseOfTheHelp() throws IOException {
    List<String> headings =
        TypedProfile.spec().argGroups().stream()
            .map(ArgGroupSpec::heading)
            .map(heading -> "### " + heading.replace("%n", ""))
            .toList();

    assertThat(linesThatBegin("### ")).containsExactlyElementsOf(headings);
  }

  @Test
  void everyExitStatusIsExplained() throws IOException {
    List<String> explained =
        linesThatBegin("| ").stream()
            .map(line -> line.split("\\|", -1)[1].strip())
            .filter(cell -> cell.matches("[0-9]+"))
            .toList();

    assertThat(explained)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ExitCode.values()).map(code -> Integer.toString(code.status())).toList());
  }

  @Test
  void theEnvironmentVariableIsNamed() throws IOException {
    assertThat(Files.readString(PAGE, UTF_8)).contains("`" + ApiKey.VARIABLE + "`");
  }

  private static String row(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(" "));
    String value = option.typeInfo().isBoolean() ? "" : " " + Converters.labelOf(option);
    String description = String.join(" ", option.description());
    int end = description.lastIndexOf(DEFAULT);
    String meaning = end < 0 ? description : description.substring(0, end);
    String fallback = end < 0 ? "" : description.substring(end + DEFAULT.length());
    return ("| " + names + value + " | " + meaning + " | " + fallback + " |")
        .replace("<", "\\<")
        .replace("|  |", "| |");
  }

  private static List<String> linesThatBegin(String beginning) throws IOException {
    return Files.readString(PAGE, UTF_8)
        .lines()
        .takeWhile(line -> !line.equals("## Differences from AIPerf"))
        .filter(line -> line.startsWith(beginning))
        .toList();
  }
}
