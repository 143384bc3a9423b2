package io.longhaul.cli.embedded;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components of a run on one machine. Independent components start in parallel. All started
 * components are closed in reverse order.
 *
 * <p>Used by one thread; components that start asynchronously do so on their own threads.
 */
public final class EmbeddedStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStack.class);

  private final Deque<Starting<?>> parts = new ArrayDeque<>();

  /** A component that has started, is starting or has failed to start. */
  private record Starting<T extends AutoCloseable>(String name, CompletableFuture<T> part) {}

  /**
   * Starts a component.
   *
   * @param <E> thrown if the component fails to start, in addition to the exceptions of every start
   */
  @FunctionalInterface
  public interface Starter<T, E extends Exception> {
    T start() throws E, IOException, InterruptedException;
  }

  /** Starts a component on the current thread. */
  public <T extends AutoCloseable, E extends Exception> T start(String name, Starter<T, E> starter)
      throws E, IOException, InterruptedException {
    T part = timed(name, starter);
    parts.push(new Starting<>(name, CompletableFuture.completedFuture(part)));
    return part;
  }

  /**
   * Starts a component on its own thread.
   *
   * @return completes with the started component
   */
  public <T extends AutoCloseable, E extends Exception> CompletableFuture<T> startAsync(
      String name, Starter<T, E> starter) {
    CompletableFuture<T> part = new CompletableFuture<>();
    parts.push(new Starting<>(name, part));
    Thread thread =
        new Thread(
            () -> {
              try {
                part.complete(timed(name, starter));
              } catch (Throwable e) {
                part.completeExceptionally(e);
              }
            },
            "start " + name);
    thread.setDaemon(true);
    thread.start();
    return part;
  }

  private static <T, E extends Exception> T timed(String name, Starter<T, E> starter)
      throws E, IOException, InterruptedException {
    long startNanos = System.nanoTime();
    T part = starter.start();
    LOG.info("{} started in {} ms", name, sinceMillis(startNanos));
    return part;
  }

  /** Closes all components; waits for those that are still starting. */
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
