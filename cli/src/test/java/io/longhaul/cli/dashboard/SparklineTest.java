package io.longhaul.cli.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparklineTest {
  @Test
  void heightsAreRelativeToTheHighestValue() {
    assertThat(blocks(1, 2, 3, 4, 5, 6, 7, 8)).isEqualTo("▁▂▃▄▅▆▇█");
    assertThat(blocks(80, 79, 40, 0.1)).isEqualTo("██▄▁");
  }

  @Test
  void zerosAreLowAndAConstantIsHigh() {
    assertThat(blocks(0, 0, 0)).isEqualTo("▁▁▁");
    assertThat(blocks(7, 7, 7)).isEqualTo("███");
  }

  @Test
  void aMissingValueLeavesAGap() {
    assertThat(blocks(4, Double.NaN, 8)).isEqualTo("▄ █");
    assertThat(blocks(Double.NaN)).isEqualTo(" ");
    assertThat(blocks()).isEmpty();
  }

  @Test
  void asciiHasAsManyLevels() {
    assertThat(Sparkline.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, Glyphs.ASCII))
        .isEqualTo("_.-:=+*#");
  }

  private static String blocks(double... values) {
    return Sparkline.of(values, Glyphs.BLOCKS);
  }
}
