package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/** Finds a run that looks for generators. For one thread. */
public final class RunFinder {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final ControlLog control;
  private final Set<String> gathering = new HashSet<>();
  private final Set<String> living = new LinkedHashSet<>();
  private final Map<String, Long> aliveCounts = new HashMap<>();

  /**
   * A finder that has read nothing yet.
   *
   * @param control at its beginning
   */
  public RunFinder(ControlLog control) {
    this.control = control;
  }

  /**
   * Waits for a run whose plan is announced, that has not started, and whose coordinator lives: it
   * is heard twice. Whoever has not heard all that was said does not know yet which has started.
   */
  public String next() {
    while (true) {
      control.hear(LOOK_AGAIN).forEach(this::hear);
      if (!living.isEmpty() && control.hearing() == Hearing.ALL_HEARD) {
        return living.iterator().next();
      }
    }
  }

  private void hear(SpecificRecordBase message) {
    String runId = message.get("run_id").toString();
    if (message instanceof PlanAnnounced) {
      gathering.add(runId);
    } else if (message instanceof StartAnnounced || message instanceof StopAnnounced) {
      gathering.remove(runId);
      living.remove(runId);
    } else if (message instanceof CoordinatorAlive alive && isGathering(runId, alive)) {
      living.add(runId);
    }
  }

  /** A topic that is not compacted yet shows old coordinators too; a living one counts on. */
  private boolean isGathering(String runId, CoordinatorAlive alive) {
    Long before = aliveCounts.put(runId, alive.getCount());
    boolean countsOn = before != null && alive.getCount() > before;
    boolean isFresh =
        Math.abs(System.currentTimeMillis() - alive.getToldEpochNs() / 1_000_000) < 30_000;
    return gathering.contains(runId) && countsOn && isFresh;
  }
}
