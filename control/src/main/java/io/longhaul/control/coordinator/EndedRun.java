package io.longhaul.control.coordinator;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunFailedException;
import java.util.Collection;
import java.util.List;

/**
 * A run that has ended in the log, and whose rows this process awaits. It holds the lease, so that
 * no other process does the same, and releases the generators that report their end.
 */
public final class EndedRun implements AutoCloseable {
  private final AbandonedRun run;
  private final ControlTopic topic;
  private final GeneratorControl control;
  private final HeldLease lease;
  private final Leadership leadership;

  EndedRun(
      AbandonedRun run,
      ControlTopic topic,
      GeneratorControl control,
      Collection<String> coordinators) {
    String laneId = CoordinatorLane.laneId(CoordinatorLane.incarnationAfter(coordinators));
    this.run = run;
    this.topic = topic;
    this.control = control;
    this.leadership = new Leadership(laneId, () -> LaneStatus.UNKNOWN, atNanos -> 0);
    control.identify(laneId, leadership);
    this.lease = new HeldLease(() -> control.exchange(RunCoordinator.POLL_INTERVAL));
  }

  /** Returns sentences about the load that is missing; empty if all of it was sent. */
  public List<String> losses() {
    return run.losses();
  }

  /**
   * Checks that no other process finishes the run.
   *
   * @throws RunTakenOverException if another one does
   */
  public void confirmLeadership() throws RunFailedException {
    if (leadership.isLost()) {
      throw new RunTakenOverException(run.runId());
    }
  }

  /**
   * Writes {@code RunClosed} for every lane. Call it when the run's rows are committed.
   *
   * @throws KafkaUnreachableException if Kafka does not accept the records
   */
  public void closeRun() throws KafkaUnreachableException {
    run.close();
    lease.close();
    control.announceClosed();
  }

  @Override
  public void close() {
    lease.close();
    topic.close();
  }
}
