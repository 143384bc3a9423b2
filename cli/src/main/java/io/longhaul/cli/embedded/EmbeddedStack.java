package io.longhaul.cli.embedded;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a run on one machine, in the order in which they started. Parts that do not need
 * each other start at the same time. Whatever happens, all that has started is closed, the last
 * first.
 *
 * <p>Used by one thread; parts that start aside do so on threads of their own.
 */
public final class EmbeddedStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStack.class);

  private final Deque<Starting<?>> parts = new ArrayDeque<>();

  /** A part that has started, or is starting, or failed to. */
  private record Starting<T extends AutoCloseable>(String name, CompletableFuture<T> part) {}

  /** Starts a part on this thread. */
  public <T extends AutoCloseable> T start(String name, Callable<T> start) throws Exception {
    T part = timed(name, start);
    parts.push(new Starting<>(name, CompletableFuture.completedFuture(part)));
    return part;
  }

  /**
   * Starts a part on a thread of its own.
   *
   * @return done when it has started
   */
  public <T extends AutoCloseable> CompletableFuture<T> startAsync(String name, Callable<T> start) {
    CompletableFuture<T> part = new CompletableFuture<>();
    parts.push(new Starting<>(name, part));
    Thread thread =
        new Thread(
            () -> {
              try {
                part.complete(timed(name, start));
              } catch (Throwable e) {
                part.completeExceptionally(e);
              }
            },
            "start " + name);
    thread.setDaemon(true);
    thread.start();
    return part;
  }

  private static <T> T timed(String name, Callable<T> start) throws Exception {
    long startNanos = System.nanoTime();
    T part = start.call();
    LOG.info("{} started in {} ms", name, sinceMillis(startNanos));
    return part;
  }

  /** Closes what has started; what is still starting is awaited first. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      close(parts.pop());
    }
  }

  private static void close(Starting<?> starting) {
    long startNanos = System.nanoTime();
    try {
      starting.part().join().close();
      LOG.info("{} closed in {} ms", starting.name(), sinceMillis(startNanos));
    } catch (CompletionException e) {
      LOG.info("{} had not started", starting.name());
    } catch (Exception e) {
      LOG.warn("Cannot close {}", starting.name(), e);
    }
  }

  private static long sinceMillis(long begunNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
  }
}
