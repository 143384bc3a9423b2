package io.longhaul.load.gpu;

/**
 * Hears what a {@link GpuSampler} finds.
 *
 * <p>Order and multiplicity: each scrape of each exporter ends with exactly one call, except the
 * one that is under way when the sampler is closed. Scrapes of one exporter come in their order.
 *
 * <p>Threads: called by the sampler's threads, never by two at the same time; a call sees all that
 * the calls before it did.
 *
 * <p>Prohibitions: it must return soon, as other exporters wait meanwhile, must not throw and must
 * not close the sampler.
 */
public interface GpuListener {

  /** Hears and forgets. */
  GpuListener NONE =
      new GpuListener() {
        @Override
        public void sampled(GpuScrape scrape) {}

        @Override
        public void failed(ScrapeFailure failure) {}
      };

  /** An exporter told of its GPUs. */
  void sampled(GpuScrape scrape);

  /** A scrape brought nothing. */
  void failed(ScrapeFailure failure);
}
