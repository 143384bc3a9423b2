package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks AIPerf's commands against {@code docs/compatibility.md}. */
class OtherCommandsTest {
  private static final Path PAGE = Path.of("../docs/compatibility.md");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A row of the table: a command, its status and its message. */
  private record Row(List<String> command, String state, String words) {}

  static Stream<Row> rows() throws IOException {
    return Files.readString(PAGE, UTF_8)
        .lines()
        .dropWhile(line -> !line.equals("## Other commands of AIPerf"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1))
        .map(
            cells ->
                new Row(
                    Arrays.asList(cells[1].strip().replace("`", "").split(" ")),
                    cells[2].strip(),
                    cells[3].strip()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theProgramBehavesAsDocumented(Row row) {
    if (row.state().equals("works")) {
      List<String> help = new ArrayList<>(row.command());
      help.add("--help");
      assertThat(run(help)).isZero();
      assertThat(out.toString(UTF_8))
          .startsWith("Usage: longhaul " + String.join(" ", row.command()));
    } else {
      assertThat(row.state()).isEqualTo("refused");
      assertThat(run(row.command())).isEqualTo(2);
      assertThat(err.toString(UTF_8))
          .startsWith("Invalid command: " + row.command().get(0) + " (" + row.words() + ")\n");
    }
  }

  private int run(List<String> words) {
    return new Longhaul(new Terminal(printed(out), printed(err), false, false)).run(words);
  }

  private static PrintStream printed(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }
}
