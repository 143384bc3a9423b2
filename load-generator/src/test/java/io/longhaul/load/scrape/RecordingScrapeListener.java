package io.longhaul.load.scrape;

import io.longhaul.load.scrape.result.Scrape;
import io.longhaul.load.scrape.result.ScrapeListener;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Records all calls and lets a test wait for a condition. */
final class RecordingScrapeListener implements ScrapeListener {

  private static final long PATIENCE_MILLIS = 20_000;

  private final List<Scrape> scrapes = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();

  record Failure(URI url, String reason) {}

  @Override
  public synchronized void sampled(Scrape scrape) {
    scrapes.add(scrape);
    notifyAll();
  }

  @Override
  public synchronized void failed(URI url, long atNanos, String reason) {
    failures.add(new Failure(url, reason));
    notifyAll();
  }

  synchronized List<Scrape> scrapesOf(URI url) {
    return scrapes.stream().filter(scrape -> scrape.url().equals(url)).toList();
  }

  synchronized List<Failure> failuresOf(URI url) {
    return failures.stream().filter(failure -> failure.url().equals(url)).toList();
  }

  synchronized int results() {
    return scrapes.size() + failures.size();
  }

  /** Waits until the condition holds. */
  synchronized void await(String fact, Predicate<RecordingScrapeListener> holds)
      throws InterruptedException {
    long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (!holds.test(this)) {
      long left = deadline - System.currentTimeMillis();
      if (left <= 0) {
        throw new AssertionError("Waited in vain: " + fact);
      }
      wait(left);
    }
  }
}
