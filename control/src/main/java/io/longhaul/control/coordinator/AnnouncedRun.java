package io.longhaul.control.coordinator;

import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.StartAnnounced;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run on the control topic, for views only.
 *
 * @param planJson its plan, which another version may have written
 * @param started when its load started; empty if it has not
 * @param lastLed the last sign of a coordinator
 * @param lease time after which a coordinator without a sign counts as gone
 * @param isClosed whether its coordinator has finished it
 */
public record AnnouncedRun(
    String runId,
    String planJson,
    Optional<Instant> started,
    Instant lastLed,
    Duration lease,
    boolean isClosed) {

  /**
   * Reads all runs that the control topic still contains.
   *
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static List<AnnouncedRun> all(KafkaCluster cluster) throws KafkaUnreachableException {
    ControlSnapshot control = ControlSnapshot.read(cluster);
    return control.all(PlanAnnounced.class).stream().map(plan -> of(plan, control)).toList();
  }

  private static AnnouncedRun of(PlanAnnounced plan, ControlSnapshot control) {
    Optional<CoordinatorAlive> alive = control.of(plan.getRunId(), CoordinatorAlive.class);
    return new AnnouncedRun(
        plan.getRunId(),
        plan.getPlanJson(),
        control
            .of(plan.getRunId(), StartAnnounced.class)
            .map(start -> time(start.getRunStartEpochNs())),
        time(alive.map(CoordinatorAlive::getToldEpochNs).orElse(plan.getAnnouncedEpochNs())),
        alive
            .map(CoordinatorAlive::getLeaseNs)
            .filter(nanos -> nanos > 0)
            .map(Duration::ofNanos)
            .orElse(LeaseWatch.DEFAULT_LEASE),
        alive.filter(CoordinatorAlive::getClosed).isPresent());
  }

  private static Instant time(long epochNanos) {
    return Instant.EPOCH.plusNanos(epochNanos);
  }

  /** Returns whether a coordinator leads the run at this time. */
  public boolean isLed(Instant now) {
    return !isClosed && now.isBefore(lastLed.plus(lease));
  }
}
