package io.longhaul.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineFieldsTest {
  private final LineFields line = new LineFields();

  @Test
  void fieldsThatFitAreShownInFull() {
    fill();

    assertThat(line.text(200)).isEqualTo("slice 4  612 tokens/s  3 errors");
    assertThat(line.text(31)).isEqualTo(line.text());
  }

  @Test
  void aNarrowTerminalShowsShortForms() {
    fill();

    assertThat(line.text(30)).isEqualTo("slice 4  612 tok/s  3 err");
    assertThat(line.text(25)).isEqualTo("slice 4  612 tok/s  3 err");
  }

  @Test
  void lastFieldsAreOmittedFirst() {
    fill();

    assertThat(line.text(24)).isEqualTo("slice 4  612 tok/s");
    assertThat(line.text(3)).isEqualTo("slice 4");
  }

  private void fill() {
    line.add("slice 4");
    line.add("612 tokens/s", "612 tok/s");
    line.add("3 errors", "3 err");
  }
}
