package io.longhaul.load;

import io.longhaul.load.tokenizer.Tokenizer;
import java.util.stream.IntStream;

/**
 * A fake tokenizer for which each letter is a token, so that texts are short and generated quickly.
 */
final class FakeLetterTokenizer implements Tokenizer {
  @Override
  public String name() {
    return "letters";
  }

  @Override
  public int[] encode(String text) {
    return text.chars().toArray();
  }

  @Override
  public int count(String text) {
    return text.length();
  }

  @Override
  public int[] tokenEnds(String text) {
    return IntStream.rangeClosed(1, text.length()).toArray();
  }

  @Override
  public String decode(int[] ids) {
    return new String(ids, 0, ids.length);
  }

  @Override
  public int[] vocabulary() {
    throw new UnsupportedOperationException("Cannot list letters: no test needs it");
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
