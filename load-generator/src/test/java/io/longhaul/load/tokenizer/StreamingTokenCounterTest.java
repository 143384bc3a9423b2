package io.longhaul.load.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.check.SeededRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamingTokenCounterTest {
  private static final Tokenizer BUILTIN = new BuiltinTokenizer();

  private StreamingTokenCounter counter;

  @BeforeEach
  void startRequest() {
    counter = new StreamingTokenCounter(new CachingTokenCounter(BUILTIN, warning -> {}));
  }

  @AfterAll
  static void close() {
    BUILTIN.close();
  }

  @Test
  void aTokenBelongsToTheChunkInWhichItEnds() {
    counter.add("hel");
    counter.add("lo wor");
    counter.add("ld");

    assertTokens(counter.finish(), List.of(0, 1, 1), 2, 0);
  }

  @Test
  void uncutTextIsEncodedAsAWhole() {
    SeededRandom random = SeededRandom.named(1, "chunks");
    CachingTokenCounter shared = new CachingTokenCounter(BUILTIN, warning -> {});
    for (String text : RandomTexts.texts(200)) {
      StreamingTokenCounter whole = new StreamingTokenCounter(shared);
      RandomTexts.chunksOf(text, random).forEach(whole::add);

      StreamedTokens tokens = whole.finish();

      assertThat(tokens.total()).isEqualTo(BUILTIN.count(text));
      assertThat(Arrays.stream(tokens.tokensByChunk()).sum()).isEqualTo(tokens.total());
      assertThat(tokens.correction()).isZero();
    }
  }

  @Test
  void aCutEncodesUpToJustBeforeTheLastWhitespace() {
    counter.add("hello");
    counter.add(" wor");

    assertThat(counter.cut()).containsExactly(1, 0);

    counter.add("ld");

    assertTokens(counter.finish(), List.of(1), 2, 0);
  }

  @Test
  void carriedTextCountsForTheChunkAfterTheCut() {
    counter.add("hello");
    assertThat(counter.cut()).containsExactly(0);
    counter.add(" wor");
    assertThat(counter.cut()).containsExactly(1);
    counter.add("ld and");
    counter.add(" so");
    assertThat(counter.cut()).containsExactly(2, 0);
  }

  @Test
  void carriedTextWithoutAFollowingChunkBecomesTheCorrection() {
    counter.add("hello world");
    assertThat(counter.cut()).containsExactly(1);

    assertTokens(counter.finish(), List.of(), 2, 1);
  }

  @Test
  void aCutWithoutChunksReturnsNoCounts() {
    counter.add("hello");
    assertThat(counter.cut()).containsExactly(0);
    assertThat(counter.cut()).isEmpty();
    counter.add(" world");

    assertTokens(counter.finish(), List.of(2), 2, 0);
  }

  @Test
  void textWithoutWhitespaceIsCutAfterSixtyFourChars() {
    String text = "没有空格的文字".repeat(10);
    counter.add(text);

    assertThat(counter.cut()).containsExactly(BUILTIN.count(text.substring(0, 64)));
  }

  @Test
  void aCutNeverSplitsACodePoint() {
    String text = "x" + "🜁".repeat(32);
    counter.add(text);

    assertThat(counter.cut()).containsExactly(BUILTIN.count(text.substring(0, 63)));
  }

  @Test
  void textIsNotCutAtALeadingSpace() {
    counter.add(" " + "a".repeat(20));

    assertThat(counter.cut()).containsExactly(0);
  }

  @Test
  void aRequestWithoutTextHasNoTokens() {
    assertTokens(counter.finish(), List.of(), 0, 0);
  }

  @Test
  void anyCutsYieldTheTotalOfTheWholeTextAndAMatchingCorrection() {
    SeededRandom random = SeededRandom.named(2, "chunks");
    int cuts = 0;
    CachingTokenCounter shared = new CachingTokenCounter(BUILTIN, warning -> {});
    for (String text : RandomTexts.texts(500)) {
      StreamingTokenCounter pieces = new StreamingTokenCounter(shared);
      int reported = 0;
      int chunks = 0;
      int reportedChunks = 0;
      for (String chunk : RandomTexts.chunksOf(text, random)) {
        pieces.add(chunk);
        chunks++;
        if (random.nextInt(5) == 0) {
          int[] counts = pieces.cut();
          reported += Arrays.stream(counts).sum();
          reportedChunks += counts.length;
          cuts++;
        }
      }
      StreamedTokens tokens = pieces.finish();
      reported += Arrays.stream(tokens.tokensByChunk()).sum();
      reportedChunks += tokens.tokensByChunk().length;

      assertThat(reportedChunks).isEqualTo(chunks);
      assertThat(tokens.total()).isEqualTo(BUILTIN.count(text));
      assertThat(reported + tokens.correction()).isEqualTo(tokens.total());
    }
    assertThat(cuts).isGreaterThan(1000);
  }

  @Test
  void proseCutAtSpacesNeedsNoCorrection() {
    String line = "Rough winds do shake the darling buds of May,";
    for (String word : line.split("(?= )", -1)) {
      counter.add(word);
      counter.cut();
    }
    counter.add(" and more");

    assertThat(counter.finish().correction()).isZero();
  }

  private static void assertTokens(
      StreamedTokens tokens, List<Integer> byChunk, int total, int correction) {
    assertThat(Arrays.stream(tokens.tokensByChunk()).boxed().toList()).isEqualTo(byChunk);
    assertThat(tokens.total()).isEqualTo(total);
    assertThat(tokens.correction()).isEqualTo(correction);
  }
}
