package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.FinishReason;
import io.longhaul.mock.endpoint.ParsedRequest;
import java.util.EnumMap;
import java.util.Map;

/**
 * The server's metrics on {@code /metrics}, with vLLM's names. They match the served requests:
 * tokens are counted when they are written, no request waits, and the cache contains the tokens of
 * open requests. Responses that do not consist of tokens count only as running. Event loop only.
 */
final class ServingMetrics {
  /** Size of the cache. */
  private static final int BLOCKS = 16_384;

  private static final int BLOCK_TOKENS = 16;

  private final String labels;
  private final LatencyHistogram timeToFirstToken = new LatencyHistogram();
  private final LatencyHistogram requestLatency = new LatencyHistogram();

  /** By finish reason; both reasons are always present. */
  private final Map<FinishReason, Long> successes =
      new EnumMap<>(Map.of(FinishReason.STOP, 0L, FinishReason.LENGTH, 0L));

  private long promptTokens;
  private long generationTokens;
  private long cachedTokens;

  ServingMetrics(String model) {
    String quoted = model.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    this.labels = "engine=\"0\",model_name=\"" + quoted + "\"";
  }

  /** Adds a prompt to the cache until {@link #ended}. */
  void started(ParsedRequest parsed) {
    cachedTokens += parsed.promptTokens();
  }

  /** Called when the first token was written, with the time since the request's first byte. */
  void firstToken(ParsedRequest parsed, long nanos) {
    promptTokens += parsed.promptTokens();
    timeToFirstToken.add(nanos);
  }

  void tokens(int written) {
    generationTokens += written;
    cachedTokens += written;
  }

  /** Called when a response ended, complete or not. */
  void ended(ParsedRequest parsed, int written) {
    cachedTokens -= parsed.promptTokens() + written;
  }

  /**
   * Called when a response was complete, with the time from the request's first byte to its last
   * byte.
   */
  void succeeded(ParsedRequest parsed, int written, long nanos) {
    successes.merge(parsed.finishReason(written), 1L, Long::sum);
    requestLatency.add(nanos);
  }

  /** Returns the page in Prometheus's text format 0.0.4. */
  String page(int running) {
    return """
    # HELP vllm:num_requests_running Number of requests in model execution batches.
    # TYPE vllm:num_requests_running gauge
    vllm:num_requests_running{%1$s} %2$s
    # HELP vllm:num_requests_waiting Number of requests waiting to be processed.
    # TYPE vllm:num_requests_waiting gauge
    vllm:num_requests_waiting{%1$s} 0.0
    # HELP vllm:kv_cache_usage_perc KV-cache usage. 1 means 100 percent usage.
    # TYPE vllm:kv_cache_usage_perc gauge
    vllm:kv_cache_usage_perc{%1$s} %3$s
    # HELP vllm:prompt_tokens_total Number of prefill tokens processed.
    # TYPE vllm:prompt_tokens_total counter
    vllm:prompt_tokens_total{%1$s} %4$s
    # HELP vllm:generation_tokens_total Number of generation tokens processed.
    # TYPE vllm:generation_tokens_total counter
    vllm:generation_tokens_total{%1$s} %5$s
    # HELP vllm:request_success_total Count of successfully processed requests.
    # TYPE vllm:request_success_total counter
    vllm:request_success_total{%1$s,finished_reason="length"} %6$s.0
    vllm:request_success_total{%1$s,finished_reason="stop"} %7$s.0
    # HELP vllm:time_to_first_token_seconds Histogram of time to first token in seconds.
    # TYPE vllm:time_to_first_token_seconds histogram
    %8$s\
    # HELP vllm:e2e_request_latency_seconds Histogram of e2e request latency in seconds.
    # TYPE vllm:e2e_request_latency_seconds histogram
    %9$s\
    # HELP vllm:cache_config_info Information of the LLMEngine CacheConfig
    # TYPE vllm:cache_config_info gauge
    vllm:cache_config_info{block_size="%10$s",num_gpu_blocks="%11$s",engine="0"} 1.0
    """
        .formatted(
            labels,
            (double) running,
            Math.min(1, (double) cachedTokens / (BLOCKS * BLOCK_TOKENS)),
            (double) promptTokens,
            (double) generationTokens,
            successes.get(FinishReason.LENGTH),
            successes.get(FinishReason.STOP),
            timeToFirstToken.lines("vllm:time_to_first_token_seconds", labels),
            requestLatency.lines("vllm:e2e_request_latency_seconds", labels),
            BLOCK_TOKENS,
            BLOCKS);
  }
}
