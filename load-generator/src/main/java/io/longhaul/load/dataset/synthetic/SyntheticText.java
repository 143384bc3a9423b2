package io.longhaul.load.dataset.synthetic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Generates texts of requested lengths from a {@link Corpus}.
 *
 * <p>A text decoded from <i>n</i> tokens may be encoded to another number of tokens. It is
 * corrected until it has <i>n</i>. Thread-safe.
 */
public final class SyntheticText {
  private static final int MAX_CORRECTIONS = 10;

  private final Tokenizer tokenizer;
  private final Corpus corpus;

  public SyntheticText(PromptCorpus corpus, Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.corpus = Corpus.of(corpus, tokenizer);
  }

  /** A text and its number of tokens. */
  record Sized(String text, int tokens) {}

  /**
   * Returns a text of the requested number of tokens, or the closest one found, without leading and
   * trailing whitespace.
   */
  Sized write(int wanted, SeededRandom words) {
    // Chat templates and servers strip the ends of a message, so whitespace there would not count.
    return fitted(corpus.draw(wanted, words), wanted, words, String::strip);
  }

  /** Returns a text that can follow another one and be followed by one: it starts with a space. */
  public String block(int wanted, SeededRandom words) {
    return fitted(corpus.drawWhole(wanted, words), wanted, words, String::stripTrailing).text();
  }

  /**
   * Returns a text that starts with a prefix and has this many tokens more.
   *
   * @param prefix without leading and trailing whitespace; may be empty
   */
  Sized writeAfter(String prefix, int added, SeededRandom words) {
    if (prefix.isEmpty()) {
      return write(added, words);
    }
    int wanted = tokenizer.count(prefix) + added;
    Sized best = null;
    int[] ids = corpus.drawWhole(added, words);
    for (int round = 0; round <= MAX_CORRECTIONS; round++) {
      String text = prefix + tokenizer.decode(ids).stripTrailing();
      int tokens = tokenizer.count(text);
      if (best == null || Math.abs(tokens - wanted) < Math.abs(best.tokens() - wanted)) {
        best = new Sized(text, tokens);
      }
      if (tokens == wanted) {
        return best;
      }
      ids = fit(ids, Math.max(1, ids.length + wanted - tokens), words);
    }
    return requireNonNull(best);
  }

  private Sized fitted(int[] drawn, int wanted, SeededRandom words, UnaryOperator<String> cut) {
    Sized best = null;
    int[] ids = drawn;
    for (int round = 0; round <= MAX_CORRECTIONS; round++) {
      String text = cut.apply(tokenizer.decode(ids));
      int[] encoded = tokenizer.encode(text);
      if (best == null || Math.abs(encoded.length - wanted) < Math.abs(best.tokens() - wanted)) {
        best = new Sized(text, encoded.length);
      }
      if (encoded.length == wanted) {
        return best;
      }
      ids = fit(encoded, wanted, words);
    }
    return requireNonNull(best);
  }

  /** Removes excess tokens or adds missing ones. */
  private int[] fit(int[] ids, int wanted, SeededRandom words) {
    int[] fitted = Arrays.copyOf(ids, wanted);
    if (ids.length < wanted) {
      int missing = wanted - ids.length;
      System.arraycopy(corpus.draw(missing, words), 0, fitted, ids.length, missing);
    }
    return fitted;
  }
}
