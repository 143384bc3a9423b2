package io.longhaul.load.scrape;

import io.longhaul.load.scrape.dcgm.DcgmExporterClient;
import io.longhaul.load.scrape.prometheus.MetricsPage;
import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.prometheus.PrometheusText;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.server.ServerPage;
import java.net.URI;
import java.time.Duration;

/** Detects from its content what kind of metrics page a URL serves. */
public enum MetricsPageKind {
  /** Page of a DCGM exporter. */
  GPUS,
  /** Page of another server. */
  SERVER;

  /**
   * Downloads a page once and returns its kind.
   *
   * @throws ScrapeException if the page is not received in time, is malformed or contains no values
   */
  public static MetricsPageKind at(URI url, Duration timeout)
      throws ScrapeException, InterruptedException {
    try (MetricsPageClient pages =
        new MetricsPageClient(timeout, MetricsPageClient.MAX_PAGE_BYTES)) {
      MetricsPage page = PrometheusText.parse(pages.get(url));
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
