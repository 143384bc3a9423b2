package io.longhaul.load.tokenizer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The token ends of words. A word is found by a range of chars, without an allocation. Contains at
 * most {@value #MAX_WORDS} words of at most {@value #MAX_WORD_CHARS} chars, usually 4 MB and never
 * more than 12, and forgets all when it is full. For one thread.
 */
final class WordCache {
  static final int MAX_WORDS = 1 << 15;
  static final int MAX_WORD_CHARS = 64;

  /**
   * A word.
   *
   * @param startsText whether a text starts with it: some tokenizers treat this differently
   * @param ends the number of chars up to the end of each token
   */
  private record Word(int hash, boolean startsText, String chars, byte[] ends) {
    boolean is(int otherHash, boolean otherStartsText, CharSequence text, int from, int to) {
      if (hash != otherHash || startsText != otherStartsText || chars.length() != to - from) {
        return false;
      }
      for (int i = from; i < to; i++) {
        if (text.charAt(i) != chars.charAt(i - from)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Open addressing with linear probing; half of the places stay free. */
  private final @Nullable Word[] words = new Word[2 * MAX_WORDS];

  private int size;

  /** Adds a char to the hash of a word, which is 0 for an empty word. */
  static int hash(int hash, char next) {
    return 31 * hash + next;
  }

  /**
   * Returns the number of chars up to the end of each token of a word; null if it is not known. The
   * array must not be changed.
   *
   * @param hash of the chars
   */
  byte @Nullable [] find(boolean startsText, CharSequence text, int from, int to, int hash) {
    Word found = words[place(startsText, text, from, to, hash)];
    return found == null ? null : found.ends();
  }

  /** Adds a word of at most {@link #MAX_WORD_CHARS} chars, unless it is known. */
  void add(boolean startsText, CharSequence text, int from, int to, int hash, byte[] ends) {
    if (size == MAX_WORDS) {
      Arrays.fill(words, null);
      size = 0;
    }
    int place = place(startsText, text, from, to, hash);
    if (words[place] == null) {
      words[place] = new Word(hash, startsText, text.subSequence(from, to).toString(), ends);
      size++;
    }
  }

  /** Returns the place of a word or, if it is not known, the place to which it belongs. */
  private int place(boolean startsText, CharSequence text, int from, int to, int hash) {
    int mask = words.length - 1;
    int place = (hash ^ (hash >>> 16)) & mask;
    while (true) {
      Word word = words[place];
      if (word == null || word.is(hash, startsText, text, from, to)) {
        return place;
      }
      place = (place + 1) & mask;
    }
  }
}
