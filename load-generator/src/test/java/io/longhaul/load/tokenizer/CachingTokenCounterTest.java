package io.longhaul.load.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CachingTokenCounterTest {
  private final FakeWholeTextTokenizer tokenizer = new FakeWholeTextTokenizer();
  private final List<String> warnings = new ArrayList<>();
  private final CachingTokenCounter counter = new CachingTokenCounter(tokenizer, warnings::add);

  @Test
  void eachWordIsEncodedOnce() {
    encode("one two, three");
    int before = tokenizer.calls();

    assertThat(encode("one three two,")).isEqualTo(14);

    assertThat(tokenizer.calls()).isEqualTo(before);
  }

  @Test
  void aWordAtTheStartOfATextIsAnotherWord() {
    encode("one two");
    int before = tokenizer.calls();

    encode(" two");
    encode("one two");

    assertThat(tokenizer.calls()).isEqualTo(before + 1);
  }

  @Test
  void wordsWithFewKnownOnesBetweenThemAreEncodedTogether() {
    encode("a b c d e f g h i j");
    int before = tokenizer.calls();

    encode("a new b c d words");
    assertThat(tokenizer.calls()).isEqualTo(before + 1);

    encode("a other b c d e words2");
    assertThat(tokenizer.calls()).isEqualTo(before + 3);
  }

  @Test
  void aLongWordIsEncodedEachTime() {
    String text = "a " + "x".repeat(WordCache.MAX_WORD_CHARS);
    encode(text);
    int before = tokenizer.calls();

    assertThat(encode(text)).isEqualTo(text.length());

    assertThat(tokenizer.calls()).isEqualTo(before + 1);
  }

  @Test
  void endsAreOffsetsInTheWholeText() {
    String text = "one two three";
    counter.encode(text, 0, text.length());

    assertThat(counter.encode(text, 3, 7)).isEqualTo(4);
    assertThat(counter.end(0)).isEqualTo(4);
    assertThat(counter.end(3)).isEqualTo(7);
  }

  @Test
  void moreWordsThanAreRememberedAreCounted() {
    for (int i = 0; i < WordCache.MAX_WORDS + 10; i++) {
      String text = "a " + i;
      assertThat(encode(text)).isEqualTo(text.length());
    }
    int before = tokenizer.calls();
    encode("a " + (WordCache.MAX_WORDS + 9));
    assertThat(tokenizer.calls()).isEqualTo(before);
    encode("a 5");
    assertThat(tokenizer.calls()).isEqualTo(before + 1);
  }

  @Test
  void aLongTextIsCounted() {
    String text = "some words ".repeat(10_000);

    assertThat(encode(text)).isEqualTo(text.length());
  }

  @Test
  void theFirstSixteenTextsAndThenEach256thAreCheckedByTheTokenizer() {
    int checked = 0;
    for (int text = 1; text <= 1_024; text++) {
      encode("one");
      int before = tokenizer.calls();
      assertThat(counter.checked("one", 3)).isEqualTo(3);
      boolean isDue = text <= 16 || text % 256 == 0;
      assertThat(tokenizer.calls() - before).as("text %d", text).isEqualTo(isDue ? 1 : 0);
      checked += tokenizer.calls() - before;
    }
    assertThat(checked).isEqualTo(20);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aTokenizerThatDoesNotEncodeWordsAloneIsNoticedAndThenUsedForWholeTexts() {
    for (int text = 0; text < 255; text++) {
      count("some other words");
    }
    assertThat(count("one twice")).isEqualTo(10);
    assertThat(warnings).isEmpty();
    // This "twice" is known with a token that it does not have before another word.
    assertThat(count("one twice and")).isEqualTo(14);

    for (int text = 0; text < 254; text++) {
      count("some other words");
    }
    assertThat(warnings).isEmpty();
    assertThat(count("one twice and")).isEqualTo(13);

    assertThat(warnings)
        .containsExactly(
            "Tokenizer whole counts 13 tokens in a response of 13 characters, but 14 in its words."
                + " The tokens of up to 256 earlier responses may be wrong; from now on, responses are"
                + " counted as a whole");
    assertThat(count("one twice and")).isEqualTo(13);
    int before = tokenizer.calls();
    count("one");
    count("one");
    assertThat(tokenizer.calls()).isEqualTo(before + 2);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aDifferenceIsACorrectionOfTheResponse() {
    encode("one twice");
    StreamingTokenCounter response = new StreamingTokenCounter(counter);
    response.add("one twice and");

    StreamedTokens tokens = response.finish();

    assertThat(tokens.total()).isEqualTo(13);
    assertThat(tokens.correction()).isEqualTo(-1);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aResponseThatWasCutBeforeADifferenceWasFoundIsCountedAsAWhole() {
    encode("one twice");
    StreamingTokenCounter cut = new StreamingTokenCounter(counter);
    cut.add("one twice and");
    assertThat(cut.cut()).containsExactly(10);
    count("one twice and");
    assertThat(warnings).hasSize(1);
    cut.add(" more");

    StreamedTokens tokens = cut.finish();

    assertThat(tokens.total()).isEqualTo(18);
    assertThat(tokens.correction()).isEqualTo(-1);
  }

  private int encode(String text) {
    return counter.encode(text, 0, text.length());
  }

  private int count(String text) {
    StreamingTokenCounter response = new StreamingTokenCounter(counter);
    response.add(text);
    return response.finish().total();
  }
}
