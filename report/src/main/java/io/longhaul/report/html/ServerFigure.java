package io.longhaul.report.html;

import java.util.Map;
import java.util.Optional;

/** Metrics of vLLM, SGLang and TGI that explain latency, by meaning. */
public enum ServerFigure {
  /** Requests that the server is working on. */
  RUNNING,
  /** Requests in the server's queue. */
  WAITING,
  /** Used share of the KV cache, 0 to 1. */
  CACHE,
  /** The server's own time to first token, a histogram in seconds. */
  FIRST_TOKEN;

  private static final Map<String, ServerFigure> NAMES =
      Map.ofEntries(
          Map.entry("vllm:num_requests_running", RUNNING),
          Map.entry("sglang:num_running_reqs", RUNNING),
          Map.entry("tgi_batch_current_size", RUNNING),
          Map.entry("vllm:num_requests_waiting", WAITING),
          Map.entry("sglang:num_queue_reqs", WAITING),
          Map.entry("tgi_queue_size", WAITING),
          Map.entry("vllm:kv_cache_usage_perc", CACHE),
          Map.entry("vllm:gpu_cache_usage_perc", CACHE),
          Map.entry("sglang:token_usage", CACHE),
          Map.entry("vllm:time_to_first_token_seconds", FIRST_TOKEN),
          Map.entry("sglang:time_to_first_token_seconds", FIRST_TOKEN));

  /** Returns the value of two series of a page: their sum, for the cache the higher one. */
  public double together(double one, double other) {
    return this == CACHE ? Math.max(one, other) : one + other;
  }

  /** Returns the meaning of a metric; empty if it is none of these. */
  public static Optional<ServerFigure> of(String metric) {
    return Optional.ofNullable(NAMES.get(metric));
  }
}
