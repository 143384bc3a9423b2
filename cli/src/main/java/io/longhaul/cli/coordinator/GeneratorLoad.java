package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.LaneAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a generator can do, when it is told to. Called in this order by one thread: {@link
 * #prepare}, {@link #warmUp} if there is a warm-up, {@link #start}, {@link #close}; {@link #stop}
 * may come at any time after {@link #prepare} has begun, from another thread.
 */
public interface GeneratorLoad extends AutoCloseable {

  /**
   * Builds prompts and rehearses.
   *
   * @return the lanes that it will write
   * @throws Exception in words for people, when it cannot take part
   */
  List<LaneAddress> prepare() throws Exception;

  /** Begins the warm-up; done when its lanes have ended. */
  CompletableFuture<Void> warmUp();

  /** Begins to send at that time; done when all lanes have ended. */
  CompletableFuture<Void> start(long runStartEpochNanos);

  /** Sends nothing more, and ends when nothing is in flight, or cancels it. */
  void stop(boolean cancelInFlight);

  /**
   * Waits until everything that was told is acknowledged, or for a while; then leaves the rest in a
   * file.
   *
   * @return false when something is lost
   */
  boolean flush();

  @Override
  void close();
}
