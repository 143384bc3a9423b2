package io.longhaul.load.endpoint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Triton's backend for language models, which determines the format of the tensors. */
public enum TritonBackend {
  TENSORRTLLM,
  VLLM;

  /** Finds a backend by name, ignoring case. */
  public static Optional<TritonBackend> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equalsIgnoreCase(word)).findFirst();
  }

  /** Returns the name that users enter. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns all names, for messages. */
  public static String allWords() {
    return Arrays.stream(values()).map(TritonBackend::word).collect(Collectors.joining(" or "));
  }
}
