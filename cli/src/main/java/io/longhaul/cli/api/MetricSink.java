package io.longhaul.cli.api;

/** Receives the metrics of one scrape. Labels are names and values in turn. */
public interface MetricSink {
  /** Adds a value of a gauge, whose name may have been added with other labels. */
  void gauge(String name, String help, double value, String... labels);

  /**
   * Adds a value of a counter, whose name may have been added with other labels.
   *
   * @param name ends with {@code _total}
   */
  void counter(String name, String help, double value, String... labels);

  /** Does the same for a whole number. */
  default void counter(String name, String help, long value, String... labels) {
    counter(name, help, (double) value, labels);
  }
}
