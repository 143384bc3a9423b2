package io.longhaul.load.gpu;

/**
 * Hears what a {@link PageSampler} finds.
 *
 * <p>Order and multiplicity: each scrape of each page ends with exactly one call, except the one
 * that is under way when the sampler is closed. Scrapes of one page come in their order.
 *
 * <p>Threads: called by the sampler's threads, never by two at the same time; a call sees all that
 * the calls before it did.
 *
 * <p>Prohibitions: it must return soon, as other pages wait meanwhile, must not throw and must not
 * close the sampler.
 */
public interface ScrapeListener {

  /** Hears and forgets. */
  ScrapeListener NONE =
      new ScrapeListener() {
        @Override
        public void sampled(Scrape scrape) {}

        @Override
        public void failed(ScrapeFailure failure) {}
      };

  /** A page told what it has. */
  void sampled(Scrape scrape);

  /** A scrape brought nothing. */
  void failed(ScrapeFailure failure);
}
