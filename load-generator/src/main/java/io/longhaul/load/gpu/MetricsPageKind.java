package io.longhaul.load.gpu;

import java.net.URI;
import java.time.Duration;

/** Finds out whose metrics a page tells, by what is on it. */
public enum MetricsPageKind {
  /** A DCGM exporter's. */
  GPUS,
  /** Some server's. */
  SERVER;

  /**
   * Looks at a page once.
   *
   * @throws ScrapeException when the page cannot be had in time, is malformed or tells nothing
   */
  public static MetricsPageKind at(URI url, Duration timeout)
      throws ScrapeException, InterruptedException {
    try (MetricsPageClient pages =
        new MetricsPageClient(timeout, MetricsPageClient.MAX_PAGE_BYTES)) {
      MetricsPage page = MetricsPageClient.parsed(pages.get(url));
      if (DcgmExporterClient.hasGpuMetrics(page)) {
        return GPUS;
      }
      if (ServerPage.seriesOf(page).isEmpty()) {
        throw ScrapeException.noSeries();
      }
      return SERVER;
    }
  }
}
