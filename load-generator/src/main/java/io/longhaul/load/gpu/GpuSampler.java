package io.longhaul.load.gpu;

import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Scrapes exporters at a fixed rate until it is closed.
 *
 * <p>Each exporter has a thread of its own and keeps to its own grid of times; times that pass
 * while a scrape is under way are left out, not made up for. After a failure it is tried again
 * later and later, at most {@value #LONGEST_BACKOFF_SECONDS} seconds apart (by half more with the
 * spread), until it answers.
 */
public final class GpuSampler implements AutoCloseable {

  /** As often as AIPerf samples: three times a second. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofMillis(333);

  /** A page that takes longer than this is a failure. */
  static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(5);

  static final int LONGEST_BACKOFF_SECONDS = 10;
  private static final long CLOSING_SECONDS = 5;

  private final RunClock clock;
  private final long intervalNanos;
  private final GpuListener listener;
  private final MetricsPageClient pages;
  private final List<Thread> threads = new ArrayList<>();

  /** Held while the listener is called. */
  private final Object listening = new Object();

  private volatile boolean closed;

  /**
   * Prepares a sampler; nothing is asked before {@link #start}.
   *
   * @param urls the exporters' pages, such as {@code http://localhost:9400/metrics}
   * @param interval the time between two samples of one exporter
   * @throws IllegalArgumentException naming every URL that is not one of HTTP
   */
  public GpuSampler(List<URI> urls, Duration interval, RunClock clock, GpuListener listener) {
    this(urls, interval, SCRAPE_TIMEOUT, clock, listener);
  }

  GpuSampler(
      List<URI> urls,
      Duration interval,
      Duration scrapeTimeout,
      RunClock clock,
      GpuListener listener) {
    requireHttp(urls);
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException(
          "Invalid sample interval: " + interval + " (it must be longer than nothing)");
    }
    this.clock = clock;
    this.intervalNanos = interval.toNanos();
    this.listener = listener;
    this.pages = new MetricsPageClient(scrapeTimeout, MetricsPageClient.MAX_PAGE_BYTES);
    for (URI url : urls) {
      DcgmExporterClient exporter = new DcgmExporterClient(url, pages, clock);
      Thread thread = new Thread(() -> sample(exporter), "gpu-sampler " + url.getAuthority());
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  /** Begins to sample; returns at once. */
  public void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Ends the sampling and waits until no thread samples any more. The listener is not called again
   * when this returns.
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

  private void sample(DcgmExporterClient exporter) {
    Backoff backoff =
        new Backoff(
            intervalNanos,
            Math.max(intervalNanos, TimeUnit.SECONDS.toNanos(LONGEST_BACKOFF_SECONDS)),
            new SplittableRandom());
    long due = clock.nowNanos();
    try {
      while (!closed) {
        boolean answered = scrape(exporter);
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
      // Only close() interrupts: there is nothing more to do.
    }
  }

  private boolean scrape(DcgmExporterClient exporter) throws InterruptedException {
    try {
      GpuScrape scrape = exporter.scrape();
      tell(() -> listener.sampled(scrape));
      return true;
    } catch (ScrapeException e) {
      ScrapeFailure failure =
          new ScrapeFailure(exporter.url(), clock.nowNanos(), e.reason(), e.getMessage());
      tell(() -> listener.failed(failure));
      return false;
    }
  }

  private void tell(Runnable call) {
    synchronized (listening) {
      if (!closed) {
        call.run();
      }
    }
  }

  private static void requireHttp(List<URI> urls) {
    List<String> problems = new ArrayList<>();
    for (URI url : urls) {
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (!isHttp || url.getHost() == null) {
        problems.add(
            "Invalid exporter URL: " + url + " (write http://HOST:PORT/metrics, or https)");
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join(System.lineSeparator(), problems));
    }
  }
}
