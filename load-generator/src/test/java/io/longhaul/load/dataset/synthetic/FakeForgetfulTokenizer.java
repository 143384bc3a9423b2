package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.tokenizer.Tokenizer;

/** A fake tokenizer that encodes every char as the same unknown token. */
final class FakeForgetfulTokenizer implements Tokenizer {
  @Override
  public String name() {
    return "forgetful";
  }

  @Override
  public int[] encode(String text) {
    return new int[text.length()];
  }

  @Override
  public int count(String text) {
    return text.length();
  }

  @Override
  public int[] tokenEnds(String text) {
    throw new UnsupportedOperationException("Cannot say where tokens end: no test needs it");
  }

  @Override
  public String decode(int[] ids) {
    return "";
  }

  @Override
  public int[] vocabulary() {
    throw new UnsupportedOperationException("Cannot list tokens: no test needs it");
  }

  @Override
  public void close() {
    // Holds no resources.
  }
}
