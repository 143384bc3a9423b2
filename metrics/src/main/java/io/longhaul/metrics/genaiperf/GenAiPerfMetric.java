package io.longhaul.metrics.genaiperf;

import java.util.List;
import java.util.Locale;

/** The metrics that GenAI-Perf 0.0.16 exports, in the order of its tables. */
public enum GenAiPerfMetric {
  /** First response - start. */
  TIME_TO_FIRST_TOKEN("Time To First Token (ms)", "ms", Kind.OF_STREAMS),
  /** Second response - first response. */
  TIME_TO_SECOND_TOKEN("Time To Second Token (ms)", "ms", Kind.OF_STREAMS),
  /** Last response - start. */
  REQUEST_LATENCY("Request Latency (ms)", "ms", Kind.OF_REQUESTS),
  /** (Last response - first response) / (output tokens - 1), in whole nanoseconds. */
  INTER_TOKEN_LATENCY("Inter Token Latency (ms)", "ms", Kind.OF_STREAMS),
  /** 1 / inter token latency. */
  OUTPUT_TOKEN_THROUGHPUT_PER_USER(
      "Output Token Throughput Per User (tokens/sec/user)", "tokens/sec/user", Kind.OF_STREAMS),
  /** Output tokens. */
  OUTPUT_SEQUENCE_LENGTH("Output Sequence Length (tokens)", "tokens", Kind.OF_TOKENS),
  /** Input tokens. */
  INPUT_SEQUENCE_LENGTH("Input Sequence Length (tokens)", "tokens", Kind.OF_TOKENS),
  /** Output tokens of all requests / D. */
  OUTPUT_TOKEN_THROUGHPUT(
      "Output Token Throughput (tokens/sec)", "tokens/sec", Kind.OF_RUN_WITH_TOKENS),
  /** Requests / D. */
  REQUEST_THROUGHPUT("Request Throughput (per sec)", "requests/sec", Kind.OF_RUN),
  /** Good requests / D. */
  REQUEST_GOODPUT("Request Goodput (per sec)", "requests/sec", Kind.OF_RUN),
  /** Successful requests. */
  REQUEST_COUNT("Request Count (count)", "count", Kind.OF_RUN);

  /** All metrics in the order of GenAI-Perf's JSON file. */
  public static final List<GenAiPerfMetric> JSON_ORDER =
      List.of(
          REQUEST_THROUGHPUT,
          REQUEST_LATENCY,
          REQUEST_GOODPUT,
          REQUEST_COUNT,
          TIME_TO_FIRST_TOKEN,
          TIME_TO_SECOND_TOKEN,
          INTER_TOKEN_LATENCY,
          OUTPUT_TOKEN_THROUGHPUT,
          OUTPUT_TOKEN_THROUGHPUT_PER_USER,
          OUTPUT_SEQUENCE_LENGTH,
          INPUT_SEQUENCE_LENGTH);

  private enum Kind {
    OF_REQUESTS,
    OF_TOKENS,
    OF_STREAMS,
    OF_RUN,
    OF_RUN_WITH_TOKENS
  }

  private static final double MILLIS_PER_NANO = 1e-6;

  private final String label;
  private final String unit;
  private final Kind kind;

  GenAiPerfMetric(String label, String unit, Kind kind) {
    this.label = label;
    this.unit = unit;
    this.kind = kind;
  }

  /** Returns the name in JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name with unit in CSV and tables. */
  public String label() {
    return label;
  }

  /** Returns the unit in JSON. */
  public String unit() {
    return unit;
  }

  /** Returns whether it is one number per run and not a statistic of the requests. */
  public boolean isOfRun() {
    return kind == Kind.OF_RUN || kind == Kind.OF_RUN_WITH_TOKENS;
  }

  /** Returns whether tables show it only for streamed responses. */
  public boolean needsStream() {
    return kind == Kind.OF_STREAMS;
  }

  /** Returns whether it exists only for responses that consist of tokens. */
  public boolean needsTokens() {
    return kind != Kind.OF_REQUESTS && kind != Kind.OF_RUN;
  }

  /**
   * Returns the factor between statistics and values in files. GenAI-Perf multiplies by 10^-6
   * instead of dividing by 10^6, which sometimes changes the last digit.
   */
  public double factor() {
    return unit.equals("ms") ? MILLIS_PER_NANO : 1;
  }

  /** Returns the number of stored units in one unit: times are stored in ns, rates in 10^-9. */
  long storedPerUnit() {
    return unit.equals("tokens/sec/user") ? RecordedRequest.STORED_PER_RATE : 1;
  }
}
