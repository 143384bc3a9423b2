package io.longhaul.report.json;

import java.util.Set;

/** AIPerf's four file formats of server metrics. */
public enum ServerMetricsFormat {
  /** Statistics of each series. */
  JSON,
  /** Statistics of each series as tables. */
  CSV,
  /** One line for each scrape with a change. */
  JSONL,
  /** One row per reading. */
  PARQUET;

  /** The default formats. */
  public static final Set<ServerMetricsFormat> USUAL = Set.of(JSON, CSV);
}
