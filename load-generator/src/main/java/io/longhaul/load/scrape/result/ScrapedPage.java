package io.longhaul.load.scrape.result;

import java.net.URI;

/** A metrics page, or another source of samples, that is read repeatedly. Not thread-safe. */
public interface ScrapedPage extends AutoCloseable {

  /** Returns the URL of the page. */
  public URI url();

  /**
   * Scrapes the page. It succeeds or fails as a whole. The clock is read immediately before and
   * after.
   *
   * @throws ScrapeException if the page cannot be downloaded, is malformed, or contains no values
   */
  public Scrape scrape() throws ScrapeException, InterruptedException;

  /** Releases what this page alone uses: nothing, by default. */
  @Override
  default void close() {}
}
