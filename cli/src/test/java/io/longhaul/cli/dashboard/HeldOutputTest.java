package io.longhaul.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutputTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final List<String> shown = new ArrayList<>();
  private final HeldOutput held = new HeldOutput(new PrintStream(printed, true, UTF_8), shown::add);
  private final PrintStream err = new PrintStream(held, true, UTF_8);

  @Test
  void nothingIsHeldBeforeAndAfter() {
    err.println("Note: before");
    assertThat(text()).isEqualTo("Note: before\n");

    held.hold();
    held.release();
    err.println("Note: after");

    assertThat(text()).isEqualTo("Note: before\nNote: after\n");
    assertThat(shown).isEmpty();
  }

  @Test
  void heldLinesAreShownAtOnceAndPrintedLater() {
    held.hold();
    err.println("Warning: the disk is slow …");
    err.println("\nStopping");
    assertThat(text()).isEmpty();
    assertThat(shown).containsExactly("Warning: the disk is slow …", "Stopping");

    held.release();
    assertThat(text()).isEqualTo("Warning: the disk is slow …\nStopping\n");
  }

  @Test
  void anUnfinishedLineIsNotLost() {
    held.hold();
    err.print("half a line");
    held.release();

    assertThat(text()).isEqualTo("half a line\n");
  }

  @Test
  void theOldestOfTooManyLinesAreCounted() {
    held.hold();
    for (int i = 0; i < HeldOutput.MAX_LINES + 2; i++) {
      err.println("line " + i);
    }
    held.release();

    assertThat(text())
        .startsWith("2 earlier lines were shown on the dashboard only\nline 2\n")
        .endsWith("line 10001\n");
  }

  private String text() {
    return printed.toString(UTF_8);
  }
}
