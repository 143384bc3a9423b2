package io.longhaul.load.gpu;

import java.net.URI;

/** All that one page told at one moment. */
public sealed interface Scrape permits GpuScrape, ServerScrape {

  /** The page. */
  URI url();

  /** The middle between the request and the answer's last byte, on the monotonic clock. */
  long atNanos();

  /** Half the time between the two. */
  long uncertaintyNanos();
}
