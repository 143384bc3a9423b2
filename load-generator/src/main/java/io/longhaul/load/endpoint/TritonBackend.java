package io.longhaul.load.endpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a Triton server runs a language model with, which decides how the model's tensors look. */
public enum TritonBackend implements Keyword {
  TENSORRTLLM,
  VLLM;

  /** The backend of a word, whatever its case; empty when there is none. */
  public static Optional<TritonBackend> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equalsIgnoreCase(word)).findFirst();
  }

  /** All words, for people. */
  public static String allWords() {
    return Arrays.stream(values()).map(TritonBackend::word).collect(Collectors.joining(" or "));
  }
}
