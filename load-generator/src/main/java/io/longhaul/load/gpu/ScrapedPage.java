package io.longhaul.load.gpu;

import java.net.URI;

/** A metrics page that is scraped repeatedly. Not thread-safe. */
interface ScrapedPage {

  /** Returns the URL of the page. */
  URI url();

  /**
   * Scrapes the page. It succeeds or fails as a whole. The clock is read immediately before and
   * after.
   *
   * @throws ScrapeException if the page cannot be downloaded, is malformed, or contains no values
   */
  Scrape scrape() throws ScrapeException, InterruptedException;
}
