package io.longhaul.load.scrape.result;

import java.net.URI;

/** A metrics page that is scraped repeatedly. Not thread-safe. */
public interface ScrapedPage {

  /** Returns the URL of the page. */
  public URI url();

  /**
   * Scrapes the page. It succeeds or fails as a whole. The clock is read immediately before and
   * after.
   *
   * @throws ScrapeException if the page cannot be downloaded, is malformed, or contains no values
   */
  public Scrape scrape() throws ScrapeException, InterruptedException;
}
