package io.longhaul.control;

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
 * Finds a run that needs this generator: its coordinator has announced this in two messages at
 * least 500 ms apart. Messages that arrive at the same time, such as after this process was
 * suspended, are not sufficient. Independent of the clocks of other machines. Not thread-safe.
 */
public final class RunFinder {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final long MIN_INTERVAL_NANOS = Duration.ofMillis(500).toNanos();

  /** A coordinator sends a message every second. */
  private static final long SILENCE_LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final ControlTopic control;
  private final String processId;
  private final LongSupplier nanoTime;
  private final Consumer<String> notes;
  private final Map<String, Candidate> candidates = new HashMap<>();
  private final Set<String> noted = new HashSet<>();

  /** A run that needs generators. */
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
   * Creates a finder.
   *
   * @param processId name of this generator, whose share of a run it can continue
   * @param notes receives a sentence about each run in which this build cannot participate
   */
  public RunFinder(ControlTopic control, String processId, Consumer<String> notes) {
    this(control, processId, notes, System::nanoTime);
  }

  RunFinder(ControlTopic control, String processId, Consumer<String> notes, LongSupplier nanoTime) {
    this.control = control;
    this.processId = processId;
    this.notes = notes;
    this.nanoTime = nanoTime;
  }

  /**
   * Waits for a run that needs generators. Of several runs, returns one in which this generator can
   * continue its share, else the one that has waited longest, so that all generators choose the
   * same.
   */
  public String next() {
    while (true) {
      Optional<String> found = poll();
      if (found.isPresent()) {
        return found.get();
      }
    }
  }

  /** Reads the control topic once. */
  Optional<String> poll() {
    control.receive(POLL_INTERVAL).stream()
        .filter(CoordinatorAlive.class::isInstance)
        .forEach(alive -> receive((CoordinatorAlive) alive));
    long now = nanoTime.getAsLong();
    return candidates.values().stream()
        .filter(candidate -> candidate.isProven(now))
        .min(
            Comparator.comparing(this::isNew)
                .thenComparing(candidate -> candidate.latest().getAnnouncedEpochNs())
                .thenComparing(Candidate::runId))
        .map(Candidate::runId);
  }

  /** Returns whether this generator had no share of the run. */
  private boolean isNew(Candidate candidate) {
    return !candidate.latest().getContinuable().contains(processId);
  }

  private void receive(CoordinatorAlive alive) {
    String runId = alive.getRunId();
    if (!ControlProtocol.supports(alive)) {
      if (noted.add(runId)) {
        notes.accept(
            "Not taking part in run %s: its coordinator uses version %d of the control protocol, and this generator uses %s (start all processes from the same release)"
                .formatted(runId, alive.getProtocolVersion(), ControlProtocol.supported()));
      }
    } else if (alive.getMissingGenerators() > 0 || alive.getContinuable().contains(processId)) {
      long now = nanoTime.getAsLong();
      Candidate before = candidates.get(runId);
      long first =
          before != null
                  && now - before.lastNanos() < SILENCE_LIMIT_NANOS
                  && alive.getCount() > before.latest().getCount()
              ? before.firstNanos()
              : now;
      candidates.put(runId, new Candidate(alive, first, now));
    } else {
      candidates.remove(runId);
    }
  }
}
