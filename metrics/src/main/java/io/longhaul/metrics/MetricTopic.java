package io.longhaul.metrics;

/** What a metric is about: the groups in which pages show all metrics, in this order. */
public enum MetricTopic {
  LATENCY("Latency"),
  THROUGHPUT("Throughput and goodput"),
  TOKENS("Tokens, images and sound"),
  REQUESTS("Requests and errors"),
  CLIENT("Load generator"),
  USAGE("Token counts of the server"),
  CONCURRENCY("Concurrency and rates over time"),
  HTTP("Phases of HTTP exchanges"),
  ERROR_ADJUSTED("Latency if every error counts as infinite");

  private final String title;

  MetricTopic(String title) {
    this.title = title;
  }

  /** Returns the title for people. */
  public String title() {
    return title;
  }

  /** Returns the topic of a metric. */
  public static MetricTopic of(Metric metric) {
    if (metric.kind() == Metric.Kind.ADJUSTED) {
      return ERROR_ADJUSTED;
    }
    if (metric.kind() == Metric.Kind.SWEEP) {
      return CONCURRENCY;
    }
    if (metric.tag().startsWith("http_")) {
      return HTTP;
    }
    if (metric.tag().contains("usage")) {
      return USAGE;
    }
    return switch (metric) {
      case SEND_LAG,
          CLIENT_OVERHEAD,
          CONNECT_TIME,
          CREDIT_TO_START_LATENCY,
          NETWORK_RTT,
          REPLAY_SCHED_LAG_P50,
          REPLAY_SCHED_LAG_P90,
          REPLAY_SCHED_LAG_P99,
          REPLAY_SCHED_DEGRADED,
          BENCHMARK_DURATION ->
          CLIENT;
      case AVAILABILITY, REQUEST_ERROR_RATE, GOOD_REQUEST_FRACTION -> REQUESTS;
      default -> ofUnit(metric.unit());
    };
  }

  private static MetricTopic ofUnit(MetricUnit unit) {
    return switch (unit) {
      case TIME, AVERAGED_TIME, TIME_PER_IMAGE, TIMESTAMP -> LATENCY;
      case TOKENS_PER_SECOND,
          TOKENS_PER_SECOND_PER_USER,
          REQUESTS_PER_SECOND,
          IMAGES_PER_SECOND,
          RATIO ->
          THROUGHPUT;
      case REQUESTS -> REQUESTS;
      case TOKENS, PARTS_OF_TOKENS, IMAGES, LONG_TIME, COUNT, BYTES, PERCENT -> TOKENS;
    };
  }
}
