package io.longhaul.load.tokenizer;

import java.nio.file.Path;
import java.util.Optional;

/** Cuts text into tokens, without adding special ones. Safe for several threads. */
public interface Tokenizer extends AutoCloseable {
  /** What it is called in reports: {@code builtin}, a path or a Hugging Face name. */
  String name();

  /** Where its files are on this machine; empty when it has none here. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /** The token ids of a text. */
  int[] encode(String text);

  /** How many tokens a text has. */
  int count(String text);

  /**
   * For each token of a text where it ends: the number of chars (UTF-16) up to its end, never
   * falling. A token that ends inside a code point ends, here, behind it.
   */
  int[] tokenEnds(String text);

  /** The text of token ids, special tokens left out. */
  String decode(int[] ids);

  /**
   * The ids of all tokens that stand for some text, special ones left out. Takes up to a second.
   */
  int[] vocabulary();

  /** Gives native memory back; nothing else may be called after it. */
  @Override
  void close();
}
