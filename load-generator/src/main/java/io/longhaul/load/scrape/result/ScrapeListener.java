package io.longhaul.load.scrape.result;

import java.net.URI;

/**
 * Receives the results of a {@code PageSampler}.
 *
 * <p>Order and multiplicity: each scrape causes exactly one call, except for scrapes in progress
 * when the sampler is closed. Results of one page arrive in order.
 *
 * <p>Threads: called by the sampler's threads, by one at a time. Each call sees the effects of all
 * previous calls.
 *
 * <p>Restrictions: an implementation must return quickly, because other pages wait for it. It must
 * not throw and must not close the sampler.
 */
public interface ScrapeListener {

  /** Called after a successful scrape. */
  void sampled(Scrape scrape);

  /**
   * Called after a failed scrape, which leaves a reported gap in the samples.
   *
   * @param url the page
   * @param atNanos time of the failure, on the monotonic clock
   * @param reason short identifier by which failures are counted
   */
  void failed(URI url, long atNanos, String reason);
}
