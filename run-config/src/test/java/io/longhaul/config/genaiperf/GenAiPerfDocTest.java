package io.longhaul.config.genaiperf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.options.AiperfOptions;
import io.longhaul.config.options.TypedProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/compatibility.md} says of each of GenAI-Perf's options what becomes of it. */
class GenAiPerfDocTest {
  private static final Path PAGE = Path.of("../docs/compatibility.md");

  @Test
  void everyOptionHasARowWithWhatBecomesOfIt() throws IOException {
    List<String> rows =
        Files.readString(PAGE, UTF_8)
            .lines()
            .dropWhile(line -> !line.equals("## GenAI-Perf"))
            .filter(line -> line.startsWith("| `-"))
            .map(line -> line.split("\\|", -1))
            .map(cells -> cells[1].strip() + ": " + cells[2].strip())
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(GenAiPerfOption.values()).map(GenAiPerfDocTest::row).toList());
  }

  @Test
  void whatIsPassedOnIsAnOptionOfOursOrOfAiperfs() {
    List<String> passed =
        Arrays.stream(GenAiPerfOption.values())
            .filter(option -> option.becomes() == GenAiPerfOption.Becomes.PASSED)
            .map(GenAiPerfOption::shown)
            .toList();

    assertThat(passed)
        .allMatch(
            name ->
                TypedProfile.spec().optionsMap().containsKey(name)
                    || AiperfOptions.names().contains(name));
  }

  private static String row(GenAiPerfOption option) {
    String names =
        option.names().stream().map(name -> "`" + name + "`").collect(Collectors.joining(" "));
    return names
        + ": "
        + switch (option.becomes()) {
          case PASSED -> "passed on";
          case TRANSLATED -> "works";
          case IDLE -> "no effect";
          case REFUSED -> "refused";
        };
  }
}
