package io.longhaul.load.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Compares counts by words with those of the tokenizers, which are examples of the families in use:
 * byte-level BPE, BPE of a whole text in which a space is ▁, WordPiece and Unigram. Those in files
 * were trained on this module's sonnets.
 */
class WordIndependenceTest {
  private static final List<String> FILES =
      List.of("tokenizer.json", "llama2-style.json", "bert-style.json", "t5-style.json");

  private static final List<Tokenizer> TOKENIZERS = new ArrayList<>();
  private static final List<CachingTokenCounter> COUNTERS = new ArrayList<>();
  private static final List<String> WARNINGS = new ArrayList<>();

  @BeforeContainer
  static void load() throws IOException {
    TOKENIZERS.add(new BuiltinTokenizer());
    for (String file : FILES) {
      TOKENIZERS.add(ofResource(file));
    }
    TOKENIZERS.forEach(each -> COUNTERS.add(new CachingTokenCounter(each, WARNINGS::add)));
  }

  @AfterContainer
  static void close() {
    TOKENIZERS.forEach(Tokenizer::close);
    TOKENIZERS.clear();
    COUNTERS.clear();
  }

  @Example
  void noTokenContainsAWordBoundary() {
    for (Tokenizer tokenizer : TOKENIZERS) {
      assertThat(tokenizer.encodesWordsAlone()).as(tokenizer.name()).isTrue();
      for (int id : tokenizer.vocabulary()) {
        assertThat(WordBoundary.isIn(tokenizer.decode(new int[] {id}))).isFalse();
      }
    }
  }

  @Example
  void aTokenizerWithATokenOfTwoWordsEncodesWholeTexts() throws IOException {
    Path file = Files.createTempFile("tokenizer", ".json");
    try {
      Files.writeString(
          file,
          """
          {"version": "1.0", "added_tokens": [], "normalizer": null, "pre_tokenizer": null,
           "post_processor": null, "decoder": null, "model": {"type": "WordLevel",
           "vocab": {"[UNK]": 0, "of": 1, "of the": 2}, "unk_token": "[UNK]"}}
          """);
      try (Tokenizer joins = DjlTokenizer.ofFile("joins", file)) {
        assertThat(joins.encodesWordsAlone()).isFalse();
        CachingTokenCounter counter = new CachingTokenCounter(joins, WARNINGS::add);
        assertThat(counter.encode("of the", 0, 6)).isEqualTo(1);
        assertThat(counter.separates("of the", 2)).isFalse();
      }
    } finally {
      Files.delete(file);
    }
  }

  @Example
  void aBoundaryIsBeforeASpaceThatEndsAWord() {
    String text = "It's 3, \"so\" we go.  Yes\n no - \u4e2d ";
    List<Integer> boundaries = new ArrayList<>();
    for (int i = 0; i <= text.length(); i++) {
      if (WordBoundary.isBefore(text, i)) {
        boundaries.add(i);
      }
    }
    assertThat(boundaries).containsExactly(4, 7, 12, 15, 19, 28, 32);
    assertThat(WordBoundary.isIn(" a")).isFalse();
    assertThat(WordBoundary.isIn("   a")).isFalse();
    assertThat(WordBoundary.isIn("\n  ")).isFalse();
    assertThat(WordBoundary.isIn(" a ")).isTrue();
    assertThat(WordBoundary.isIn("\ufffd ")).isTrue();
  }

  @Property(tries = 1_000)
  void textsAreEncodedAsByTheTokenizer(@ForAll("texts") String text) {
    for (int i = 0; i < TOKENIZERS.size(); i++) {
      int tokens = COUNTERS.get(i).encode(text, 0, text.length());
      int[] ends = new int[tokens];
      Arrays.setAll(ends, COUNTERS.get(i)::end);

      assertThat(ends)
          .as("%s of [%s]", TOKENIZERS.get(i).name(), text)
          .isEqualTo(TOKENIZERS.get(i).tokenEnds(text));
    }
  }

  @Property(tries = 1_000)
  void totalsAreThoseOfTheTokenizerWhereverTextsAreCut(
      @ForAll("texts") String text,
      @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 1, max = 12) Integer> chunkLengths,
      @ForAll @IntRange(min = 1, max = 8) int chunksUntilCut) {
    for (int i = 0; i < TOKENIZERS.size(); i++) {
      StreamingTokenCounter response = new StreamingTokenCounter(COUNTERS.get(i));
      int reported = 0;
      int chunks = 0;
      for (int at = 0; at < text.length(); chunks++) {
        int length = chunkLengths.get(chunks % chunkLengths.size());
        int end = Math.min(text.length(), at + length);
        response.add(text.substring(at, end));
        at = end;
        if ((chunks + 1) % chunksUntilCut == 0) {
          reported += Arrays.stream(response.cut()).sum();
        }
      }
      StreamedTokens tokens = response.finish();
      reported += Arrays.stream(tokens.tokensByChunk()).sum();

      assertThat(tokens.total())
          .as("%s of [%s]", TOKENIZERS.get(i).name(), text)
          .isEqualTo(TOKENIZERS.get(i).count(text));
      assertThat(reported + tokens.correction()).isEqualTo(tokens.total());
    }
    assertThat(WARNINGS).isEmpty();
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> words =
        Arbitraries.of(
            "the",
            "Thou",
            "summer's",
            "don't",
            "I'LL",
            "café",
            "привет",
            "中文",
            "日本語。",
            "हिन्दी",
            "👩‍🚀",
            "🜁",
            "12",
            "3.14",
            "2024-01-02",
            "x=1;",
            "f(a,",
            "b)",
            "</s>",
            "<|end|>",
            "<|endoftext|>",
            "[UNK]",
            "<unk>",
            "##ing",
            "▁",
            "\"so\"",
            "...",
            "—",
            "http://a.b/c?d=e");
    Arbitrary<String> gaps =
        Arbitraries.of("  ", "   ", "\n", "\n\n", "\r\n", "\t", "\n    ", "\u00a0", "\u3000", ". ");
    Arbitrary<String> parts =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.just(" ")),
            Tuple.of(6, words),
            Tuple.of(2, gaps),
            Tuple.of(1, Arbitraries.strings().all().ofMaxLength(4)),
            Tuple.of(1, Arbitraries.strings().ascii().ofMaxLength(4)));
    return parts.list().ofMaxSize(40).map(list -> String.join("", list));
  }

  private static Tokenizer ofResource(String name) throws IOException {
    Path file = Files.createTempFile("tokenizer", ".json");
    try (InputStream in = WordIndependenceTest.class.getResourceAsStream(name)) {
      Files.write(file, in.readAllBytes());
      return DjlTokenizer.ofFile(name, file);
    } finally {
      Files.delete(file);
    }
  }
}
