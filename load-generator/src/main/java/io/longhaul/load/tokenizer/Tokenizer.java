package io.longhaul.load.tokenizer;

import java.nio.file.Path;
import java.util.Optional;

/** Splits text into tokens, without adding special tokens. Thread-safe. */
public interface Tokenizer extends AutoCloseable {
  /** Returns the name used in reports: {@code builtin}, a path or a Hugging Face name. */
  String name();

  /** Returns the folder of the tokenizer's files on this machine; empty if there is none. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /** Returns the token IDs of a text. */
  int[] encode(String text);

  /** Returns the number of tokens of a text. */
  int count(String text);

  /**
   * Returns, for each token of a text, the number of chars (UTF-16) up to its end. The values never
   * decrease. If a token ends inside a code point, its end is that of the code point.
   */
  int[] tokenEnds(String text);

  /** Returns the text of token IDs, without special tokens. */
  String decode(int[] ids);

  /**
   * Returns the IDs of all tokens that represent text, without special tokens. May take up to a
   * second.
   */
  int[] vocabulary();

  /**
   * Returns whether each part of a text between two {@link WordBoundary word boundaries} has the
   * same tokens alone as within the text, as far as the vocabulary shows. May take some seconds
   * when it is first called.
   */
  default boolean encodesWordsAlone() {
    return false;
  }

  /** Frees native memory. No other method may be called afterwards. */
  @Override
  void close();
}
