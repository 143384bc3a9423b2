package io.longhaul.cli.embedded;

import io.longhaul.load.time.CpuPriority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka broker of a run, which is started again with the same log and on the same ports when it
 * has ended, as often as {@link RestartLimit} permits. Its clients wait for it meanwhile. A daemon
 * thread waits for the end of the broker.
 */
public final class SupervisedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SupervisedBroker.class);

  private final Listener listener;
  private final RestartLimit limit = new RestartLimit();
  private final Thread supervisor;
  private KafkaProcess broker;

  /** Receives the ends of the broker, on the thread that waits for them. */
  public interface Listener {
    /**
     * Returns why the broker cannot be started again, such as a full disk; empty if nothing is
     * known.
     */
    Optional<String> obstacle();

    /**
     * Called before the broker is started again.
     *
     * @param message what has happened, without a full stop
     */
    void restarting(String message);

    /**
     * Called once, when the broker has ended and is not started again.
     *
     * @param message what has happened, without a full stop
     */
    void ended(String message);
  }

  private SupervisedBroker(KafkaProcess first, Listener listener) {
    this.broker = first;
    this.listener = listener;
    this.supervisor = new Thread(this::supervise, "broker-supervisor");
    supervisor.setDaemon(true);
  }

  /**
   * Starts a broker and waits until it is ready, see {@link KafkaProcess#start}.
   *
   * @throws ChildFailedException if it fails to start
   */
  public static SupervisedBroker start(Path folder, Path logFile, Listener listener)
      throws ChildFailedException, IOException, InterruptedException {
    SupervisedBroker started = new SupervisedBroker(KafkaProcess.start(folder, logFile), listener);
    started.supervisor.start();
    return started;
  }

  /** Returns the address for clients, which does not change. */
  public synchronized String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Lowers the CPU priority of the broker, once everything that waits for it has started. */
  public synchronized void giveWay() {
    CpuPriority.deprioritize(broker.pid());
  }

  private void supervise() {
    try {
      String reason = "Kafka broker ended (%s)".formatted(ExitText.of(awaitEnd()));
      while (true) {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
          listener.ended(reason + ": " + obstacle.get());
          return;
        }
        Optional<RestartLimit.Restart> restart = limit.next(System.nanoTime());
        if (restart.isEmpty()) {
          listener.ended(reason + "; " + RestartLimit.reached());
          return;
        }
        listener.restarting(reason + "; restarting it (" + restart.get().ofLimit() + ")");
        Thread.sleep(restart.get().pause().toMillis());
        reason = restart();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private Optional<String> obstacle() {
    return current().hasLog() ? listener.obstacle() : Optional.of("its log no longer exists");
  }

  /** Starts the broker again and waits for its end, or for the failure of the start. */
  private String restart() throws InterruptedException {
    try {
      KafkaProcess next = current().startAgain();
      replace(next);
      LOG.info("The Kafka broker was started again");
      return "Kafka broker ended (%s)".formatted(ExitText.of(awaitEnd()));
    } catch (ChildFailedException | IOException e) {
      LOG.warn("Cannot start the Kafka broker again", e);
      return "Kafka broker did not start again: " + e.getMessage();
    }
  }

  private synchronized KafkaProcess current() {
    return broker;
  }

  private synchronized void replace(KafkaProcess next) {
    broker = next;
  }

  private int awaitEnd() throws InterruptedException {
    try {
      return current().exit().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops the broker and waits up to 6 s for it. */
  @Override
  public void close() {
    supervisor.interrupt();
    try {
      supervisor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    current().close();
  }
}
