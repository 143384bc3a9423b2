package io.longhaul.cli.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A generator of a run, which can be started again after its process has exited, as often as {@link
 * RestartLimit} permits. A daemon thread waits for the pause before a restart. Thread-safe.
 */
public final class RestartableGenerator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestartableGenerator.class);

  private final String name;
  private final Starter starter;
  private final RestartLimit limit = new RestartLimit();
  private Consumer<String> listener = any -> {};
  private String lastEnd = "";
  private @Nullable String kafka;
  private GeneratorProcess process;
  private @Nullable Thread restart;
  private boolean closed;

  /** Starts a process of the generator. */
  @FunctionalInterface
  public interface Starter {
    GeneratorProcess start() throws IOException;
  }

  /**
   * Starts the generator, which then waits for {@link #connectTo}.
   *
   * @throws IOException if the process cannot be started
   */
  public RestartableGenerator(String name, Starter starter) throws IOException {
    this.name = name;
    this.starter = starter;
    this.process = starter.start();
  }

  public String name() {
    return name;
  }

  /**
   * Sends the address of the broker to the process, and to those that are started later.
   *
   * @param bootstrapServers {@code host:port}
   */
  public synchronized void connectTo(String bootstrapServers) {
    kafka = bootstrapServers;
    process.connectTo(bootstrapServers);
  }

  /**
   * Calls the listener with the generator's name whenever one of its processes has exited, on a
   * thread of the JVM. Call it once.
   */
  public synchronized void whenEnded(Consumer<String> newListener) {
    listener = newListener;
    watch();
  }

  private void watch() {
    process.whenEnded(status -> ended(ExitText.of(status)));
  }

  private void ended(String how) {
    Consumer<String> informed;
    synchronized (this) {
      lastEnd = how;
      informed = listener;
    }
    informed.accept(name);
  }

  /** Returns how the last process ended: {@code killed by signal 9}; empty text before. */
  public synchronized String lastEnd() {
    return lastEnd;
  }

  /**
   * Starts the generator again after a pause, without waiting for it. Call it after the process has
   * exited.
   *
   * @return empty if the limit is reached
   */
  public synchronized Optional<RestartLimit.Restart> restart() {
    Optional<RestartLimit.Restart> permitted = limit.next(System.nanoTime());
    if (permitted.isPresent() && !closed) {
      Duration pause = permitted.get().pause();
      restart = new Thread(() -> startAfter(pause), "restart-" + name);
      restart.setDaemon(true);
      restart.start();
    }
    return permitted;
  }

  private void startAfter(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return; // closed
    }
    try {
      synchronized (this) {
        if (!closed) {
          process = starter.start();
          if (kafka != null) {
            process.connectTo(kafka);
          }
          watch();
        }
      }
    } catch (IOException e) {
      LOG.warn("Cannot start generator {} again", name, e);
      ended("not started: " + e.getMessage());
    }
  }

  /** Ends the process and waits for it; no other one is started. */
  @Override
  public void close() {
    GeneratorProcess last;
    synchronized (this) {
      closed = true;
      if (restart != null) {
        restart.interrupt();
      }
      last = process;
    }
    last.close();
  }
}
