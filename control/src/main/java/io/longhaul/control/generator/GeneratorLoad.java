package io.longhaul.control.generator;

import io.longhaul.control.RunFailedException;
import io.longhaul.wire.control.LaneAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The load of one generator, controlled by a {@link GeneratorAgent}. One thread calls the methods
 * in this order: {@link #prepare}, {@link #warmUp} if the plan has a warm-up, {@link #start},
 * {@link #close}; or, to continue the share of a lost generator: {@link #prepareToContinue}, {@link
 * #continueFrom}, {@link #close}. Another thread may call {@link #stop} at any time after {@link
 * #prepare} was called, and {@link #close} before it has returned.
 */
public interface GeneratorLoad extends AutoCloseable {

  /**
   * Builds prompts and runs the rehearsal.
   *
   * @return the addresses of the lanes that the generator will write
   * @throws RunFailedException if Kafka does not answer, or if the load was stopped meanwhile, with
   *     a message for users
   * @throws IOException if a file of the generator cannot be written
   */
  List<LaneAddress> prepare() throws RunFailedException, IOException, InterruptedException;

  /**
   * Does the same as {@link #prepare} for a generator that continues the share of a lost one.
   *
   * @throws RunFailedException also if the share cannot be continued
   */
  List<LaneAddress> prepareToContinue(long runStartEpochNanos)
      throws RunFailedException, IOException, InterruptedException;

  /**
   * Returns the silence of the coordinator after which the generator stops; empty if the plan
   * leaves it to the generator. Call it after {@link #prepare}.
   */
  Optional<Duration> coordinatorTimeout();

  /** Starts the warm-up; the future completes when its lanes have ended. */
  CompletableFuture<Void> warmUp();

  /** Starts the load at the given time; the future completes when all lanes have ended. */
  CompletableFuture<Void> start(long runStartEpochNanos);

  /**
   * Continues the share of a lost generator at the given time; the future completes when all lanes
   * have ended.
   *
   * @param joinsEpochNanos time from which the lanes belong to the run
   */
  CompletableFuture<Void> continueFrom(long runStartEpochNanos, long joinsEpochNanos);

  /** Stops sending. Waits for requests in flight or cancels them. */
  void stop(boolean cancelInFlight);

  /**
   * Waits until Kafka has acknowledged all events; after a timeout, stores the rest in a file.
   *
   * @return false if data was lost
   */
  boolean flush();

  /**
   * Releases all resources. If the preparation has not returned, it fails, or releases them itself.
   */
  @Override
  void close();
}
