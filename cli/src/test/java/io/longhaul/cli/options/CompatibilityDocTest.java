package io.longhaul.cli.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/compatibility.md} says of each of AIPerf's options what the program does with it. */
class CompatibilityDocTest {
  private static final Path PAGE = Path.of("../docs/compatibility.md");
  private static final String WORKS = "works";
  private static final String NOT_YET = "not yet";

  static Stream<Map.Entry<String, String>> rows() throws IOException {
    return states().entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theProgramDoesWhatThePageSays(Map.Entry<String, String> row) {
    List<String> told = TypedProfile.problems("-m", "m", "--tokenizer", "builtin", row.getKey());
    String unknown = "Invalid option: " + row.getKey() + " (";

    // An option that is known may still want a value.
    assertThat(told.stream().anyMatch(problem -> problem.startsWith(unknown)))
        .as(told.toString())
        .isEqualTo(row.getValue().equals(NOT_YET));
  }

  @Test
  void everyOptionOfAiperfHasARow() throws IOException {
    assertThat(states().keySet())
        .containsExactlyInAnyOrderElementsOf(UnknownOptions.aiperfOptions());
    assertThat(states().values()).allMatch(List.of(WORKS, NOT_YET)::contains);
  }

  /** What the page says of each name. */
  private static Map<String, String> states() throws IOException {
    Map<String, String> states = new TreeMap<>();
    Files.readString(PAGE, UTF_8)
        .lines()
        .dropWhile(line -> !line.equals("## Options of `aiperf profile`"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `-"))
        .forEach(
            line -> {
              String[] cells = line.split("\\|", -1);
              Arrays.stream(cells[1].strip().split(" "))
                  .forEach(name -> states.put(name.replace("`", ""), cells[2].strip()));
            });
    return states;
  }
}
