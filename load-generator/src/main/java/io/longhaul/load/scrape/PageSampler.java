package io.longhaul.load.scrape;

import io.longhaul.load.scrape.dcgm.DcgmExporterClient;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.result.Scrape;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapeListener;
import io.longhaul.load.scrape.result.ScrapedPage;
import io.longhaul.load.scrape.server.ServerPageClient;
import io.longhaul.load.time.RunClock;
import io.longhaul.load.time.Threads;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Scrapes metrics pages at a fixed rate until it is closed.
 *
 * <p>Each page has its own thread and its own time grid. Times that pass during a scrape are
 * skipped, not made up for. After a failure the delay grows up to {@value #MAX_BACKOFF_SECONDS}
 * seconds (plus jitter of up to half), until a scrape succeeds.
 */
public final class PageSampler implements AutoCloseable {

  static final int MAX_BACKOFF_SECONDS = 10;
  private static final long CLOSING_SECONDS = 5;

  private final RunClock clock;
  private final long intervalNanos;
  private final ScrapeListener listener;
  private final MetricsPageClient pages;
  private final List<Thread> threads = new ArrayList<>();

  /** Held while the listener is called. */
  private final Object listenerLock = new Object();

  private volatile boolean closed;

  /**
   * Creates a sampler. It sends no request before {@link #start}.
   *
   * @param exporters pages of DCGM exporters, such as {@code http://localhost:9400/metrics}, or the
   *     URL of {@link LocalGpus}
   * @param servers metrics pages of inference servers
   * @param requestedFields names of additional exporter fields to report under the exporter's name
   *     and in its unit
   * @param interval time between two samples of one page, more than 0
   * @param scrapeTimeout a scrape that takes longer fails
   */
  public PageSampler(
      List<URI> exporters,
      List<URI> servers,
      Set<String> requestedFields,
      Duration interval,
      Duration scrapeTimeout,
      RunClock clock,
      ScrapeListener listener) {
    this.clock = clock;
    this.intervalNanos = interval.toNanos();
    this.listener = listener;
    this.pages = new MetricsPageClient(scrapeTimeout, MetricsPageClient.MAX_PAGE_BYTES);
    exporters.forEach(url -> addPage(gpuPage(url, requestedFields)));
    servers.forEach(url -> addPage(new ServerPageClient(url, pages, clock)));
  }

  private ScrapedPage gpuPage(URI url, Set<String> requestedFields) {
    return LocalGpus.isUrl(url)
        ? new LocalGpus(url, clock)
        : new DcgmExporterClient(url, requestedFields, pages, clock);
  }

  private void addPage(ScrapedPage page) {
    threads.add(Threads.newDaemon("page-sampler " + page.url().getAuthority(), () -> sample(page)));
  }

  /** Starts sampling and returns immediately. */
  public void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Stops sampling and waits for the threads to end. The listener is not called after this returns.
   */
  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(CLOSING_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pages.close();
  }

  private void sample(ScrapedPage page) {
    Backoff backoff =
        new Backoff(
            intervalNanos,
            Math.max(intervalNanos, TimeUnit.SECONDS.toNanos(MAX_BACKOFF_SECONDS)),
            new SplittableRandom());
    long due = clock.nowNanos();
    try (page) {
      while (!closed) {
        boolean answered = scrape(page);
        long now = clock.nowNanos();
        if (answered) {
          backoff.succeeded();
          due += intervalNanos * (1 + (now - due) / intervalNanos);
        } else {
          due = now + backoff.failed();
        }
        TimeUnit.NANOSECONDS.sleep(due - now);
      }
    } catch (InterruptedException e) {
      // Only close() interrupts this thread.
    }
  }

  private boolean scrape(ScrapedPage page) throws InterruptedException {
    try {
      Scrape scrape = page.scrape();
      notifyListener(() -> listener.sampled(scrape));
      return true;
    } catch (ScrapeException e) {
      long atNanos = clock.nowNanos();
      notifyListener(() -> listener.failed(page.url(), atNanos, e.reason()));
      return false;
    }
  }

  private void notifyListener(Runnable call) {
    synchronized (listenerLock) {
      if (!closed) {
        call.run();
      }
    }
  }
}
