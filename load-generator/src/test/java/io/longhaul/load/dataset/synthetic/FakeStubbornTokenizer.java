package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.tokenizer.Tokenizer;

/**
 * A fake tokenizer with two tokens per char, which cannot produce a text with an odd number of
 * tokens.
 */
public final class FakeStubbornTokenizer implements Tokenizer {
  @Override
  public String name() {
    return "stubborn";
  }

  @Override
  public int[] encode(String text) {
    int[] ids = new int[text.length() * 2];
    for (int i = 0; i < text.length(); i++) {
      ids[2 * i] = text.charAt(i);
      ids[2 * i + 1] = text.charAt(i);
    }
    return ids;
  }

  @Override
  public int count(String text) {
    return text.length() * 2;
  }

  @Override
  public int[] tokenEnds(String text) {
    throw new UnsupportedOperationException("Cannot say where tokens end: no test needs it");
  }

  @Override
  public String decode(int[] ids) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ids.length; i += 2) {
      text.append((char) ids[i]);
    }
    return text.toString();
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
