package io.longhaul.load.endpoint.request;

/** Triton's backend for language models, which determines the format of the tensors. */
public enum TritonBackend implements Keyword {
  TENSORRTLLM,
  VLLM;
}
