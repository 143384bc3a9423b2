package io.longhaul.load.endpoint;

/** What a Triton server runs a language model with, which decides how the model's tensors look. */
public enum TritonBackend implements Keyword {
  TENSORRTLLM,
  VLLM;
}
