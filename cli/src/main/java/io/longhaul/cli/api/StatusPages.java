package io.longhaul.cli.api;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * The pages about a process: its metrics for Prometheus, and its health for a supervisor such as
 * Kubernetes. For one thread.
 */
final class StatusPages {
  /** Whether the process is alive. */
  static final String HEALTHY = "/healthz";

  /** Whether the process can do its work. */
  static final String READY = "/readyz";

  /** Metrics in the formats of Prometheus. */
  static final String METRICS = "/metrics";

  private final ProcessStatus status;
  private final MetricsWriter writer = new MetricsWriter();

  StatusPages(ProcessStatus status) {
    this.status = status;
  }

  /**
   * Returns the page of a path; empty if it is another path.
   *
   * @param accept value of the header {@code Accept}; empty without one
   */
  Optional<ApiResponse> respond(String path, String accept) {
    return switch (path) {
      case HEALTHY -> Optional.of(ApiResponse.OK);
      case READY -> Optional.of(status.isReady() ? ApiResponse.OK : ApiResponse.NOT_READY);
      case METRICS -> Optional.of(metrics(accept));
      default -> Optional.empty();
    };
  }

  /** Returns the metrics. */
  MetricSnapshots snapshots() {
    MetricFamilies families = new MetricFamilies(Labels.EMPTY);
    ProcessFamilies.addTo(families, status.command(), status.version());
    status.addTo(families);
    return families.snapshots();
  }

  private ApiResponse metrics(String accept) {
    try {
      return writer.respond(accept, snapshots());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is written to memory
    }
  }
}
