package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.ParsedRequest;
import java.util.Map;
import java.util.TreeMap;

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
  private final Map<String, Long> successes = new TreeMap<>(Map.of("stop", 0L, "length", 0L));

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
    StringBuilder page = new StringBuilder(4_096);
    gauge(page, "num_requests_running", "Number of requests in model execution batches.", running);
    gauge(page, "num_requests_waiting", "Number of requests waiting to be processed.", 0);
    gauge(
        page,
        "kv_cache_usage_perc",
        "KV-cache usage. 1 means 100 percent usage.",
        Math.min(1, (double) cachedTokens / (BLOCKS * BLOCK_TOKENS)));
    counter(
        page, "prompt_tokens_total", "Number of prefill tokens processed.", (double) promptTokens);
    counter(
        page,
        "generation_tokens_total",
        "Number of generation tokens processed.",
        (double) generationTokens);
    head(page, "request_success_total", "counter", "Count of successfully processed requests.");
    successes.forEach(
        (reason, count) ->
            page.append("vllm:request_success_total{")
                .append(labels)
                .append(",finished_reason=\"")
                .append(reason)
                .append("\"} ")
                .append(count)
                .append(".0\n"));
    histogram(
        page,
        "time_to_first_token_seconds",
        "Histogram of time to first token in seconds.",
        timeToFirstToken);
    histogram(
        page,
        "e2e_request_latency_seconds",
        "Histogram of e2e request latency in seconds.",
        requestLatency);
    head(page, "cache_config_info", "gauge", "Information of the LLMEngine CacheConfig");
    page.append("vllm:cache_config_info{block_size=\"")
        .append(BLOCK_TOKENS)
        .append("\",num_gpu_blocks=\"")
        .append(BLOCKS)
        .append("\",engine=\"0\"} 1.0\n");
    return page.toString();
  }

  private void gauge(StringBuilder page, String name, String help, double value) {
    head(page, name, "gauge", help);
    line(page, name, value);
  }

  private void counter(StringBuilder page, String name, String help, double value) {
    head(page, name, "counter", help);
    line(page, name, value);
  }

  private void histogram(StringBuilder page, String name, String help, LatencyHistogram values) {
    head(page, name, "histogram", help);
    values.writeTo(page, "vllm:" + name, labels);
  }

  private void line(StringBuilder page, String name, double value) {
    page.append("vllm:").append(name).append('{').append(labels).append("} ");
    page.append(value).append('\n');
  }

  private static void head(StringBuilder page, String name, String type, String help) {
    page.append("# HELP vllm:").append(name).append(' ').append(help).append('\n');
    page.append("# TYPE vllm:").append(name).append(' ').append(type).append('\n');
  }
}
