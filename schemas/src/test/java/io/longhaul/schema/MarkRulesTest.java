package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkRulesTest {

  @Test
  void blanksAtTheEndsAreNoPartOfTheText() {
    assertThat(MarkRules.requireText(" deployed 1.4.2 \n")).isEqualTo("deployed 1.4.2");
  }

  @Test
  void twoHundredCharactersAreTheLimitOfAText() {
    String longest = "\uD83D\uDE80".repeat(MarkRules.MAX_CHARACTERS);

    assertThat(MarkRules.requireText(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> MarkRules.requireText(longest + "x"))
        .hasMessage("Invalid text of a mark: it has 201 characters (1 to 200)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t"})
  void anEmptyTextIsInvalid(String text) {
    assertThatThrownBy(() -> MarkRules.requireText(text))
        .hasMessage("Invalid text of a mark: it is empty (1 to 200 characters)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\u001b[2Jb", "a\u0085b", "a\u2028b", "a\ud83db", "a\u0000b"})
  void aTextIsOneLineWithoutControlCharacters(String text) {
    assertThatThrownBy(() -> MarkRules.requireText(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid text of a mark: it contains the control character U+");
  }

  @Test
  void aMarkIsReadAsItWasWritten() throws UnreadableRecordException {
    Mark mark = new Mark(7, 1_700_000_000_000_000_000L, "deployed 1.4.2 ✓", MarkSource.LIVE_VIEW);
    EventCodecs codecs = new EventCodecs();

    assertThat(codecs.decode(EventKind.MARK, codecs.encode(EventKind.MARK, mark))).isEqualTo(mark);
  }
}
