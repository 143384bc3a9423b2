package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Finds a run that looks for generators: its coordinator says so now, and said so at least half a
 * second ago. Messages that come all at once, such as those that waited while this process was
 * stopped, prove nothing. No clock of another machine matters. For one thread.
 */
public final class RunFinder {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final long MIN_INTERVAL_NANOS = Duration.ofMillis(500).toNanos();

  /** A coordinator speaks once a second. */
  private static final long SILENCE_LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final ControlTopic control;
  private final LongSupplier nanoTime;
  private final Consumer<String> notes;
  private final Map<String, Candidate> candidates = new HashMap<>();
  private final Set<String> noted = new HashSet<>();

  /** A run that looks for generators. */
  private record Candidate(CoordinatorAlive latest, long firstNanos, long lastNanos) {
    String runId() {
      return latest.getRunId();
    }

    boolean isProven(long nowNanos) {
      return lastNanos - firstNanos >= MIN_INTERVAL_NANOS
          && nowNanos - lastNanos < SILENCE_LIMIT_NANOS;
    }
  }

  /**
   * A finder that has read nothing yet.
   *
   * @param notes takes a sentence about each run that this build cannot take part in
   */
  public RunFinder(ControlTopic control, Consumer<String> notes) {
    this(control, notes, System::nanoTime);
  }

  RunFinder(ControlTopic control, Consumer<String> notes, LongSupplier nanoTime) {
    this.control = control;
    this.notes = notes;
    this.nanoTime = nanoTime;
  }

  /**
   * Waits for a run that still looks for generators. Of several it is the one that has waited
   * longest, so that all generators prefer the same.
   */
  public String next() {
    while (true) {
      Optional<String> found = poll();
      if (found.isPresent()) {
        return found.get();
      }
    }
  }

  /** Reads once. */
  Optional<String> poll() {
    control.receive(POLL_INTERVAL).stream()
        .filter(CoordinatorAlive.class::isInstance)
        .forEach(alive -> receive((CoordinatorAlive) alive));
    long now = nanoTime.getAsLong();
    return candidates.values().stream()
        .filter(candidate -> candidate.isProven(now))
        .min(
            Comparator.comparingLong(
                    (Candidate candidate) -> candidate.latest().getAnnouncedEpochNs())
                .thenComparing(Candidate::runId))
        .map(Candidate::runId);
  }

  private void receive(CoordinatorAlive alive) {
    String runId = alive.getRunId();
    if (!ControlProtocol.supports(alive.getProtocolVersion())) {
      if (noted.add(runId)) {
        notes.accept(
            "Not taking part in run %s: its coordinator speaks version %d of the control protocol, and this generator %s (start all processes from the same release)"
                .formatted(runId, alive.getProtocolVersion(), ControlProtocol.supported()));
      }
    } else if (alive.getMissingGenerators() > 0) {
      long now = nanoTime.getAsLong();
      Candidate before = candidates.get(runId);
      boolean continues =
          before != null
              && now - before.lastNanos() < SILENCE_LIMIT_NANOS
              && alive.getCount() > before.latest().getCount();
      candidates.put(runId, new Candidate(alive, continues ? before.firstNanos() : now, now));
    } else {
      candidates.remove(runId);
    }
  }
}
