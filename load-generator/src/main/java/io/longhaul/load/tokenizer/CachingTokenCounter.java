package io.longhaul.load.tokenizer;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ends of the tokens of texts and encodes each word only once, if its tokenizer {@link
 * Tokenizer#encodesWordsAlone permits it}; else, it encodes each text as a whole.
 *
 * <p>A word reaches from one {@link WordBoundary} to the next. The first {@value #CHECKED_FIRST}
 * texts and then each {@value #CHECK_INTERVAL}th are counted by the tokenizer itself, too. If the
 * counts differ, a warning says so, and the words are not used any more. For one thread.
 */
public final class CachingTokenCounter {
  private static final int CHECKED_FIRST = 16;
  private static final int CHECK_INTERVAL = 256;

  /** Words that are looked up before the unknown ones among them are encoded. */
  private static final int WORDS_AT_ONCE = 256;

  /**
   * Up to this number of known words between unknown ones are encoded again, because that costs
   * less than another call of the tokenizer.
   */
  private static final int MAX_KNOWN_BETWEEN = 3;

  /** Precedes a word that does not start its text, so that its space is not the start of a text. */
  private static final String PRECEDING = "a";

  private final Tokenizer tokenizer;
  private final Consumer<String> warnings;
  private final WordCache cache = new WordCache();
  private boolean usesWords;
  private final int tokensOfPreceding;
  private long texts;

  /** Starts of the words that are looked up at once, and the end of the last one. */
  private final int[] starts = new int[WORDS_AT_ONCE + 1];

  private final int[] hashes = new int[WORDS_AT_ONCE];
  private final byte[] @Nullable [] known = new byte[WORDS_AT_ONCE][];

  /** The result; the first {@code tokens} elements are in use. */
  private int[] ends = new int[64];

  private int tokens;

  /**
   * @param warnings receives a sentence if the tokenizer does not encode words alone although it
   *     claims to
   */
  public CachingTokenCounter(Tokenizer tokenizer, Consumer<String> warnings) {
    this.tokenizer = tokenizer;
    this.warnings = warnings;
    this.usesWords = tokenizer.encodesWordsAlone();
    this.tokensOfPreceding = usesWords ? tokenizer.count(PRECEDING) : 0;
  }

  /** Returns whether the tokens before and after this place are those of the whole text. */
  boolean separates(CharSequence text, int index) {
    return usesWords && WordBoundary.isBefore(text, index);
  }

  /** Returns whether counts of parts between places that {@link #separates} returned add up. */
  boolean addsUp() {
    return usesWords;
  }

  /**
   * Encodes a part of a text. If the part does not start where {@link #separates} is true, it is
   * encoded like a text of its own.
   *
   * @return the number of tokens, whose ends {@link #end} returns until the next call
   */
  int encode(CharSequence text, int from, int to) {
    tokens = 0;
    if (!usesWords) {
      append(tokenizer.tokenEnds(text.subSequence(from, to).toString()), 0, from);
      return tokens;
    }
    boolean startsText = !separates(text, from);
    int next = from;
    while (next < to) {
      int words = lookUp(text, next, to, startsText);
      appendTokens(text, words, startsText);
      next = starts[words];
      startsText = false;
    }
    return tokens;
  }

  /** Returns the end of a token of the part that was encoded last, as an offset in its text. */
  int end(int token) {
    return ends[token];
  }

  /**
   * Returns the number of tokens of a whole text, which is counted again if a check is due.
   *
   * @param counted the number of tokens by {@link #encode}
   */
  int checked(CharSequence text, int counted) {
    if (!usesWords || text.isEmpty() || (++texts > CHECKED_FIRST && texts % CHECK_INTERVAL != 0)) {
      return counted;
    }
    int exact = tokenizer.count(text.toString());
    if (exact != counted) {
      usesWords = false;
      warnings.accept(
          "Tokenizer %s counts %d tokens in a response of %d characters, but %d in its words. "
                  .formatted(tokenizer.name(), exact, text.length(), counted)
              + (texts <= CHECKED_FIRST
                  ? "From now on, responses are counted as a whole"
                  : "The tokens of up to %d earlier responses may be wrong; from now on, responses"
                          .formatted(CHECK_INTERVAL)
                      + " are counted as a whole"));
    }
    return exact;
  }

  /** Splits a part into words, at most {@link #WORDS_AT_ONCE}, and looks them up. */
  private int lookUp(CharSequence text, int from, int to, boolean startsText) {
    int words = 0;
    int hash = 0;
    starts[0] = from;
    for (int i = from; i <= to; i++) {
      if (i == to || (i > starts[words] && WordBoundary.isBefore(text, i))) {
        hashes[words] = hash;
        known[words] =
            i - starts[words] > WordCache.MAX_WORD_CHARS
                ? null
                : cache.find(startsText && words == 0, text, starts[words], i, hash);
        starts[++words] = i;
        hash = 0;
        if (words == WORDS_AT_ONCE || i == to) {
          break;
        }
      }
      hash = WordCache.hash(hash, text.charAt(i));
    }
    return words;
  }

  private void appendTokens(CharSequence text, int words, boolean startsText) {
    int word = 0;
    while (word < words) {
      byte[] ofWord = known[word];
      if (ofWord != null) {
        for (byte end : ofWord) {
          append(starts[word] + end);
        }
        word++;
      } else {
        int end = endOfUnknown(word, words);
        encodeWords(text, word, end, startsText && word == 0);
        word = end;
      }
    }
  }

  /** Returns the end of the words that are encoded together with this unknown one. */
  private int endOfUnknown(int first, int words) {
    int end = first + 1;
    for (int word = end; word < words && word - end <= MAX_KNOWN_BETWEEN; word++) {
      if (known[word] == null) {
        end = word + 1;
      }
    }
    return end;
  }

  private void encodeWords(CharSequence text, int first, int end, boolean startsText) {
    int firstToken = tokens;
    String chars = text.subSequence(starts[first], starts[end]).toString();
    if (startsText) {
      append(tokenizer.tokenEnds(chars), 0, starts[first]);
    } else {
      append(
          tokenizer.tokenEnds(PRECEDING + chars),
          tokensOfPreceding,
          starts[first] - PRECEDING.length());
    }
    boolean startIsClear = true;
    int from = firstToken;
    for (int word = first; word < end; word++) {
      int to = tokens;
      boolean endIsClear = true;
      if (word < end - 1) {
        int boundary = starts[word + 1];
        to = from;
        while (to < tokens && ends[to] <= boundary) {
          to++;
        }
        // Of two tokens with this end, one may be an empty token of the next word.
        endIsClear =
            to > from && ends[to - 1] == boundary && (to - 2 < from || ends[to - 2] != boundary);
      }
      if (known[word] == null && startIsClear && endIsClear) {
        learn(text, word, startsText && word == first, from, to);
      }
      startIsClear = endIsClear;
      from = to;
    }
  }

  private void learn(CharSequence text, int word, boolean startsText, int from, int to) {
    int start = starts[word];
    int end = starts[word + 1];
    if (end - start > WordCache.MAX_WORD_CHARS) {
      return;
    }
    byte[] ofWord = new byte[to - from];
    for (int i = from; i < to; i++) {
      ofWord[i - from] = (byte) (ends[i] - start);
    }
    cache.add(startsText, text, start, end, hashes[word], ofWord);
  }

  private void append(int[] added, int skipped, int offset) {
    for (int i = skipped; i < added.length; i++) {
      append(offset + added[i]);
    }
  }

  private void append(int end) {
    if (tokens == ends.length) {
      ends = Arrays.copyOf(ends, 2 * tokens);
    }
    ends[tokens++] = end;
  }
}
