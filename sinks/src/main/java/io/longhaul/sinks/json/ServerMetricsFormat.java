package io.longhaul.sinks.json;

import java.util.Set;

/** A form in which servers' metrics are written, AIPerf's four. */
public enum ServerMetricsFormat {
  /** Statistics of each series. */
  JSON,
  /** Likewise as tables. */
  CSV,
  /** A line for each scrape that brought something new. */
  JSONL,
  /** A row for each reading. */
  PARQUET;

  /** What is written unasked. */
  public static final Set<ServerMetricsFormat> USUAL = Set.of(JSON, CSV);
}
