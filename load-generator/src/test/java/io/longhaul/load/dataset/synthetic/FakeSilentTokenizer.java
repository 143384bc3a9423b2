package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.tokenizer.Tokenizer;

/** A fake tokenizer that encodes every text to no tokens. */
final class FakeSilentTokenizer implements Tokenizer {
  @Override
  public String name() {
    return "silent";
  }

  @Override
  public int[] encode(String text) {
    return new int[0];
  }

  @Override
  public int count(String text) {
    return 0;
  }

  @Override
  public int[] tokenEnds(String text) {
    return new int[0];
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
