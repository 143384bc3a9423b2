package io.longhaul.load.scrape.result;

import java.net.URI;

/** The content of one metrics page at one time. */
public sealed interface Scrape permits GpuScrape, ServerScrape {

  /** Returns the URL of the page. */
  URI url();

  /**
   * Returns the midpoint between the request and the last byte of the response, on the monotonic
   * clock.
   */
  long atNanos();

  /** Returns half the time between the two. */
  long uncertaintyNanos();
}
