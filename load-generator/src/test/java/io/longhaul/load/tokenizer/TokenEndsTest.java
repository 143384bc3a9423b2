package io.longhaul.load.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.server.TokenizerPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenEndsTest {
  @TempDir Path folder;

  @Test
  void builtinTokensEndWhereTheirTextEnds() {
    try (Tokenizer builtin = new BuiltinTokenizer()) {
      assertThat(builtin.tokenEnds("hello world")).containsExactly(5, 11);
    }
  }

  @Test
  void aBuiltinTokenInsideACodePointEndsAfterIt() {
    try (Tokenizer builtin = new BuiltinTokenizer()) {
      assertThat(builtin.tokenEnds("a🜁b")).startsWith(1, 3).endsWith(3, 4);
      assertThat(builtin.tokenEnds("🜁")).hasSizeGreaterThan(1).containsOnly(2);
    }
  }

  @Test
  void anUnpairedSurrogateIsCountedAsAQuestionMark() {
    try (Tokenizer builtin = new BuiltinTokenizer()) {
      assertThat(builtin.tokenEnds("a\ud83d b")).endsWith(4).isSorted();
    }
  }

  @Test
  void codePointOffsetsAreConvertedToChars() throws IOException {
    try (Tokenizer tiny = tiny()) {
      assertThat(tiny.tokenEnds("é🜁b")).startsWith(1).endsWith(3, 4);
    }
  }

  @Test
  void theLastTokenEndsWithTheText() throws IOException {
    try (Tokenizer tiny = tiny();
        Tokenizer builtin = new BuiltinTokenizer()) {
      for (String text : RandomTexts.texts(200)) {
        assertThat(lastOf(tiny.tokenEnds(text))).isEqualTo(text.length());
        assertThat(lastOf(builtin.tokenEnds(text))).isEqualTo(text.length());
        assertThat(tiny.tokenEnds(text)).isSorted().hasSize(tiny.count(text));
        assertThat(builtin.tokenEnds(text)).isSorted().hasSize(builtin.count(text));
      }
    }
  }

  /** JSON can contain unpaired surrogates, and a model's response may be cut inside a pair. */
  @Test
  void everyTokenizerCountsUnpairedSurrogates() throws IOException {
    try (Tokenizer tiny = tiny();
        Tokenizer builtin = new BuiltinTokenizer()) {
      for (String text : List.of("\ud834", "a\ud834", "\udd1e\ud834b", "x\0\ud834 \udd1e é")) {
        for (Tokenizer tokenizer : List.of(tiny, builtin)) {
          int[] ends = tokenizer.tokenEnds(text);

          assertThat(ends).as("%s of %s", tokenizer.name(), text).isSorted();
          assertThat(ends).hasSize(tokenizer.count(text));
          assertThat(lastOf(ends)).isEqualTo(text.length());
        }
      }
    }
  }

  private static int lastOf(int[] ends) {
    return ends[ends.length - 1];
  }

  private Tokenizer tiny() throws IOException {
    String file = TinyTokenizer.writeInto(folder).toString();
    return Tokenizers.of(Map.of(), folder)
        .load(new TokenizerPlan(file, "main", false), false)
        .tokenizer();
  }
}
