package io.longhaul.load.tokenizer;

import java.util.stream.IntStream;

/**
 * A fake tokenizer that claims to encode words alone, although a certain word has one more token at
 * the end of a text. Each char is a token.
 */
final class FakeWholeTextTokenizer implements Tokenizer {
  /** The word that has one more token at the end of a text. */
  static final String DEPENDENT = " twice";

  private int calls;

  /** Returns how many texts were encoded or counted. */
  int calls() {
    return calls;
  }

  @Override
  public String name() {
    return "whole";
  }

  @Override
  public int[] encode(String text) {
    return IntStream.rangeClosed(1, count(text)).toArray();
  }

  @Override
  public int count(String text) {
    calls++;
    return text.length() + (text.endsWith(DEPENDENT) ? 1 : 0);
  }

  @Override
  public int[] tokenEnds(String text) {
    return IntStream.rangeClosed(1, count(text))
        .map(token -> Math.min(token, text.length()))
        .toArray();
  }

  @Override
  public String decode(int[] ids) {
    throw new UnsupportedOperationException("Cannot decode: no test needs it");
  }

  @Override
  public int[] vocabulary() {
    throw new UnsupportedOperationException("Cannot list chars: no test needs it");
  }

  @Override
  public boolean encodesWordsAlone() {
    return true;
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
