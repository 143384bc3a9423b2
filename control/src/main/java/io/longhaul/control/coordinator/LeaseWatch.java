package io.longhaul.control.coordinator;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.CoordinatorTimeout;
import io.longhaul.control.ReadProgress;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Watches the lease of a run's coordinator, which each of its messages renews. Does not depend on
 * the clocks of other machines. Time during which Kafka is unavailable, or this process is
 * suspended, does not count. Not thread-safe.
 */
public final class LeaseWatch {
  /** Lease of coordinators that do not state one. */
  static final Duration DEFAULT_LEASE = Duration.ofSeconds(20);

  private final ControlTopic topic;
  private final String runId;
  private final LongSupplier nanoTime;
  private CoordinatorTimeout timeout;
  private boolean isRenewed;
  private boolean isKafkaAway;
  private boolean isClosed;

  /** State of the lease. */
  public enum Lease {
    /** The coordinator may be alive. */
    HELD,
    /** The coordinator has sent nothing for too long: another one can take over. */
    EXPIRED,
    /** The run is closed. */
    CLOSED
  }

  /** Starts to watch: the lease expires if no message arrives from now on. */
  public LeaseWatch(ControlTopic topic, String runId) {
    this(topic, runId, System::nanoTime);
  }

  LeaseWatch(ControlTopic topic, String runId, LongSupplier nanoTime) {
    this.topic = topic;
    this.runId = runId;
    this.nanoTime = nanoTime;
    this.timeout = timeoutAfter(DEFAULT_LEASE);
  }

  private CoordinatorTimeout timeoutAfter(Duration lease) {
    return new CoordinatorTimeout(this::readProgress, nanoTime, lease);
  }

  private ReadProgress readProgress() {
    ReadProgress progress = topic.readProgress();
    isKafkaAway = progress == ReadProgress.UNAVAILABLE;
    return progress;
  }

  /** Reads the control topic, and waits at most this long for a message. */
  public Lease poll(Duration atMost) {
    List<CoordinatorAlive> messages =
        topic.receive(atMost).stream()
            .filter(CoordinatorAlive.class::isInstance)
            .map(CoordinatorAlive.class::cast)
            .filter(alive -> alive.getRunId().equals(runId))
            .toList();
    messages.forEach(this::renew);
    if (isClosed) {
      return Lease.CLOSED;
    }
    return timeout.isExpired() ? Lease.EXPIRED : Lease.HELD;
  }

  private void renew(CoordinatorAlive alive) {
    isRenewed = true;
    isKafkaAway = false;
    isClosed |= alive.getClosed();
    Duration lease = alive.getLeaseNs() > 0 ? Duration.ofNanos(alive.getLeaseNs()) : DEFAULT_LEASE;
    if (lease.equals(timeout.timeout())) {
      timeout.messageReceived();
    } else {
      timeout = timeoutAfter(lease);
    }
  }

  /** Returns whether Kafka did not answer when it was last asked. */
  public boolean isKafkaAway() {
    return isKafkaAway;
  }

  /** Returns whether the coordinator has renewed the lease since the watch was started. */
  public boolean isRenewed() {
    return isRenewed;
  }
}
