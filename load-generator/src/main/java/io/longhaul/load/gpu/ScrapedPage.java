package io.longhaul.load.gpu;

import java.net.URI;

/** A page that is scraped again and again. One thread at a time. */
interface ScrapedPage {

  /** Its address. */
  URI url();

  /**
   * Asks for the page, all or nothing. The clock is read right before and right after.
   *
   * @throws ScrapeException when the page cannot be had, or is malformed, or tells nothing
   */
  Scrape scrape() throws ScrapeException, InterruptedException;
}
