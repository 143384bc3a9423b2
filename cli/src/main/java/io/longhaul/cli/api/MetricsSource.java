package io.longhaul.cli.api;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.concurrent.TimeoutException;

/** The metrics of a process: those that it serves to Prometheus. */
@FunctionalInterface
public interface MetricsSource {

  /** Returns the metrics of {@code /metrics} of a process that executes no run. */
  static MetricsSource of(ProcessStatus status) {
    return new StatusPages(status)::snapshots;
  }

  /**
   * Returns the current values. For one thread, which may wait for another one.
   *
   * @throws TimeoutException if they are not available within seconds
   */
  MetricSnapshots current() throws InterruptedException, TimeoutException;
}
