package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the lease of a coordinator on its own thread, while the coordinator's thread waits for
 * rows and writes documents.
 */
public final class HeldLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private final Runnable atClose;

  /**
   * Starts to renew.
   *
   * @param renewal called repeatedly; no other thread may use its topic until this is closed
   */
  HeldLease(Runnable renewal) {
    this(renewal, () -> {});
  }

  /**
   * Starts to renew.
   *
   * @param renewal called repeatedly
   * @param atClose called after the last renewal
   */
  HeldLease(Runnable renewal, Runnable atClose) {
    this.atClose = atClose;
    this.thread = new Thread(() -> renewUntilClosed(renewal), "lease");
    thread.setDaemon(true);
    thread.start();
  }

  private void renewUntilClosed(Runnable renewal) {
    try {
      while (!closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        renew(renewal);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void renew(Runnable renewal) {
    try {
      renewal.run();
    } catch (RuntimeException e) {
      // The next renewal may succeed before the lease expires.
      LOG.warn("Cannot renew the lease; trying again", e);
    }
  }

  /** Stops; the lease expires later, or is given up by another message. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    atClose.run();
  }
}
