package io.longhaul.cli.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTraitsTest {
  @Test
  void aDumbTerminalCannotShowADashboard() {
    assertThat(TerminalTraits.of(Map.of("TERM", "dumb")).movesCursor()).isFalse();
    assertThat(TerminalTraits.of(Map.of()).movesCursor()).isFalse();
    assertThat(TerminalTraits.of(Map.of("TERM", "screen-256color")).movesCursor()).isTrue();
  }

  @Test
  void noColorIsHeededUnlessItIsEmpty() {
    assertThat(TerminalTraits.of(Map.of("NO_COLOR", "1")).color()).isFalse();
    assertThat(TerminalTraits.of(Map.of("NO_COLOR", "")).color()).isTrue();
    assertThat(TerminalTraits.of(Map.of()).color()).isTrue();
  }

  @Test
  void blocksNeedALocaleWithUtf8() {
    assertThat(TerminalTraits.of(Map.of("LANG", "en_US.UTF-8")).glyphs()).isEqualTo(Glyphs.BLOCKS);
    assertThat(TerminalTraits.of(Map.of("LC_CTYPE", "C.utf8")).glyphs()).isEqualTo(Glyphs.BLOCKS);
    assertThat(TerminalTraits.of(Map.of("LANG", "C")).glyphs()).isEqualTo(Glyphs.ASCII);
    assertThat(TerminalTraits.of(Map.of()).glyphs()).isEqualTo(Glyphs.ASCII);
  }

  @Test
  void theMostSpecificVariableOfTheLocaleCounts() {
    assertThat(TerminalTraits.of(Map.of("LC_ALL", "C", "LANG", "en_US.UTF-8")).glyphs())
        .isEqualTo(Glyphs.ASCII);
    assertThat(TerminalTraits.of(Map.of("LC_ALL", "", "LANG", "en_US.UTF-8")).glyphs())
        .isEqualTo(Glyphs.BLOCKS);
  }

  @Test
  void aProcessInTheBackgroundIsRecognized() {
    String state = "4242 (java) (x y) S 4200 %d 4200 34816 4242 4194304 1 2";
    assertThat(Screen.isInForeground(state.formatted(4242))).isTrue();
    assertThat(Screen.isInForeground(state.formatted(4100))).isFalse();
  }
}
