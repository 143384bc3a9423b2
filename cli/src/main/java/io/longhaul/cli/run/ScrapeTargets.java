package io.longhaul.cli.run;

import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.load.scrape.MetricsPageKind;
import io.longhaul.load.scrape.result.ScrapeException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The metrics pages that a run scrapes. The content of a page decides whether it belongs to a GPU
 * exporter or a server, regardless of the option that named it: GenAI-Perf's {@code
 * --server-metrics-urls} means exporters.
 */
record ScrapeTargets(List<URI> exporters, List<URI> servers) {
  private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(2);

  /** Path of the metrics page on some servers, if the default path is a page of another kind. */
  private static final String FALLBACK_PATH = "/prometheus/metrics";

  /**
   * Discovers the pages. A configured page is scraped even if it cannot be read yet.
   *
   * @param exporters GPU exporters that are scraped in any case
   * @param notes receives a sentence about each page that cannot be read
   */
  static ScrapeTargets discover(
      List<URI> exporters, ServerMetricsPages pages, Consumer<String> notes)
      throws InterruptedException {
    Set<URI> gpuExporters = new LinkedHashSet<>(exporters);
    Set<URI> serverPages = new LinkedHashSet<>();
    for (URI page : pages.named()) {
      (isGpuExporter(page, notes) ? gpuExporters : serverPages).add(page);
    }
    for (URI page : pages.ofTargets()) {
      if (!serverPages.contains(page)) {
        discoverServer(page, notes).ifPresent(serverPages::add);
      }
    }
    return new ScrapeTargets(List.copyOf(gpuExporters), List.copyOf(serverPages));
  }

  boolean isEmpty() {
    return exporters.isEmpty() && servers.isEmpty();
  }

  private static boolean isGpuExporter(URI page, Consumer<String> notes)
      throws InterruptedException {
    try {
      return MetricsPageKind.at(page, SCRAPE_TIMEOUT) == MetricsPageKind.GPUS;
    } catch (ScrapeException e) {
      notes.accept(
          "no metrics at "
              + page
              + " yet: "
              + e.getMessage()
              + "; scraping is retried during the run");
      return false;
    }
  }

  private static Optional<URI> discoverServer(URI page, Consumer<String> notes)
      throws InterruptedException {
    Optional<ScrapeException> problem = scrape(page);
    if (problem.isEmpty()) {
      return Optional.of(page);
    }
    URI other = page.resolve(FALLBACK_PATH);
    if (problem.get().isInvalidContent() && scrape(other).isEmpty()) {
      return Optional.of(other);
    }
    notes.accept("no server metrics from " + page + ": " + problem.get().getMessage());
    return Optional.empty();
  }

  private static Optional<ScrapeException> scrape(URI page) throws InterruptedException {
    try {
      MetricsPageKind.at(page, SCRAPE_TIMEOUT);
      return Optional.empty();
    } catch (ScrapeException e) {
      return Optional.of(e);
    }
  }
}
