package io.longhaul.load.scrape.server;

import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.prometheus.PrometheusText;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapedPage;
import io.longhaul.load.scrape.result.SeriesLimit;
import io.longhaul.load.scrape.result.ServerScrape;
import io.longhaul.load.time.RunClock;
import io.longhaul.wire.ServerSeries;
import java.net.URI;
import java.util.List;

/** Scrapes the metrics page of one inference server. Not thread-safe. */
public final class ServerPageClient implements ScrapedPage {

  private final URI url;
  private final MetricsPageClient pages;
  private final RunClock clock;
  private final SeriesLimit limit = new SeriesLimit();

  public ServerPageClient(URI url, MetricsPageClient pages, RunClock clock) {
    this.url = url;
    this.pages = pages;
    this.clock = clock;
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public ServerScrape scrape() throws ScrapeException, InterruptedException {
    long before = clock.nowNanos();
    byte[] body = pages.get(url);
    long half = (clock.nowNanos() - before) / 2;
    List<ServerSeries> all = ServerPage.seriesOf(PrometheusText.parse(body));
    List<ServerSeries> series = limit.admit(all);
    if (series.isEmpty()) {
      throw ScrapeException.noSeries();
    }
    return new ServerScrape(url, before + half, half, series, all.size() - series.size());
  }
}
