package io.longhaul.cli.api;

/** The state of a process that its server reports. Any thread; must not block. */
public interface ProcessStatus {
  /** Returns the command of the process, such as {@code generate}. */
  String command();

  /** Returns the version of the build. */
  String version();

  /** Returns whether the process can do its work: it has what it depends on, such as Kafka. */
  boolean isReady();

  /** Adds the metrics of the command. */
  void addTo(MetricSink metrics);
}
