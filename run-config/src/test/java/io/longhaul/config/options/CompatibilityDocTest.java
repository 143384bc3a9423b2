package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/compatibility.md} says of each of AIPerf's options what the program does with it. */
class CompatibilityDocTest {
  private static final Path PAGE = Path.of("../docs/compatibility.md");
  private static final String WORKS = "works";
  private static final String ACCEPTED = "accepted";
  private static final String REFUSED = "refused";

  /** What the page says of an option. */
  private record Row(String state, String words) {}

  static Stream<Map.Entry<String, Row>> rows() throws IOException {
    return states().entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theProgramDoesWhatThePageSays(Map.Entry<String, Row> row) {
    List<String> told = TypedProfile.problems("-m", "m", "--tokenizer", "builtin", row.getKey());
    String state = row.getValue().state();
    String unknown = "Invalid option: " + row.getKey() + " (";

    // An option that is known may still want a value.
    assertThat(told.stream().anyMatch(problem -> problem.startsWith(unknown)))
        .as(told.toString())
        .isEqualTo(state.equals(REFUSED));
    if (state.equals(REFUSED)) {
      assertThat(told).contains(unknown + row.getValue().words() + ")");
    }
  }

  @Test
  void whatIsAcceptedWithoutEffectIsSaidToHaveNone() throws IOException {
    Set<String> accepted = new TreeSet<>();
    states()
        .forEach(
            (name, row) -> {
              if (row.state().equals(ACCEPTED)) {
                accepted.add(name);
              }
            });

    assertThat(accepted)
        .containsExactlyInAnyOrderElementsOf(
            TypedProfile.spec().options().stream()
                .filter(option -> option.description()[0].startsWith("No effect: "))
                .flatMap(option -> Arrays.stream(option.names()))
                .toList());
  }

  @Test
  void everyOptionOfAiperfHasARow() throws IOException {
    assertThat(states().keySet()).containsExactlyInAnyOrderElementsOf(AiperfOptions.names());
    assertThat(states().values())
        .extracting(Row::state)
        .allMatch(List.of(WORKS, ACCEPTED, REFUSED)::contains);
  }

  /** What the page says of each name. */
  private static Map<String, Row> states() throws IOException {
    Map<String, Row> states = new TreeMap<>();
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
                  .forEach(
                      name ->
                          states.put(
                              name.replace("`", ""), new Row(cells[2].strip(), cells[3].strip())));
            });
    return states;
  }
}
