package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Lets restarted generators continue the shares of lost ones while the load is under way. A process
 * takes the place of an earlier one with its name as soon as that one is lost or silent. It joins
 * with new lanes, from a time that the coordinator's frontier has not passed.
 *
 * <p>A run does not end while a lost generator may still return: until its process was started
 * again, or for a while if another program restarts it. Not thread-safe.
 */
final class ReturningGenerators implements GeneratorRegistry.Succession {
  /** Time until the lanes of a process that has been started join. */
  static final Duration LEAD = Duration.ofSeconds(2);

  /**
   * Silence after which a process that prepares its share is lost; it sends a message each second.
   */
  private static final Duration PREPARATION_SILENCE = Duration.ofSeconds(30);

  /** Maximum time from the start of a process until it is ready, as at the start of a run. */
  private static final Duration PREPARATION_TIMEOUT = Duration.ofMinutes(30);

  private static final String PROCESS_ENDED = "its process ended";
  private static final String SHARE_REFUSED = "its share cannot be continued";

  private final GeneratorRegistry generators;
  private final RunEnvironment environment;
  private final Steps steps;
  private final LongSupplier nanoTime;

  /** By name: the time until which the run waits for the return of a lost generator. */
  private final Map<String, Long> awaitedUntilNanos = new HashMap<>();

  private final Map<String, Long> issuedByLane = new HashMap<>();

  private boolean open;
  private long startedNanos;

  /** What the coordinator does for a generator that returns. */
  interface Steps {
    /** Declares the lanes of a generator lost. */
    void lose(Generator generator, String reason, boolean processEnded);

    /**
     * Adds the lanes of a generator to the run and announces the start to it.
     *
     * @param lead time until the lanes join
     */
    void join(Generator generator, Duration lead);

    /**
     * Returns whether a generator sends no more requests, because its process has exited or its
     * lanes were silent for seconds.
     */
    boolean isGone(Generator generator);

    /** Prints a warning. */
    void warn(String warning);
  }

  /**
   * @param nanoTime clock such as {@link System#nanoTime}
   */
  ReturningGenerators(
      GeneratorRegistry generators,
      RunEnvironment environment,
      Steps steps,
      LongSupplier nanoTime) {
    this.generators = generators;
    this.environment = environment;
    this.steps = steps;
    this.nanoTime = nanoTime;
  }

  /**
   * Admits generators from now on, because the load has started. Also starts those again that are
   * lost already.
   *
   * @param earlierLoss reason of the loss of those
   */
  void open(String earlierLoss) {
    open = true;
    startedNanos = nanoTime.getAsLong();
    generators.admitSuccessors(this);
    for (Generator generator : generators.all()) {
      if (generator.isLost()) {
        steps.lose(generator, earlierLoss, true);
        boolean unused = generator.hasExited() && restart(generator);
      }
    }
  }

  /** Admits no more generators, because the load is stopped. */
  void close() {
    open = false;
    awaitedUntilNanos.clear();
    generators.admitNoSuccessors();
    for (Generator generator : generators.all()) {
      if (generator.hasExited() && !generator.isOver()) {
        steps.lose(generator, PROCESS_ENDED, true);
      }
    }
  }

  /** Returns whether the run waits for a generator that may return. */
  boolean isAwaiting() {
    return !awaitedUntilNanos.isEmpty();
  }

  /** Waits for the return of a generator that was lost, if that is possible. */
  void lost(Generator generator) {
    Duration sinceStart = Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
    Duration timeout = open ? environment.returnTimeout(sinceStart) : Duration.ZERO;
    if (!timeout.isZero() && generator.problems().isEmpty()) {
      awaitedUntilNanos.put(generator.processId(), nanoTime.getAsLong() + timeout.toNanos());
    }
  }

  /**
   * Handles the exit of a process before its share was complete. If the process is started again,
   * its lanes are declared lost only when its successor appears, because that one sends the events
   * that the process has left in its spool.
   */
  void exited(Generator generator) {
    generator.exit();
    if (restart(generator)) {
      return;
    }
    if (!generator.isLost()) {
      steps.lose(generator, PROCESS_ENDED, true);
    }
    awaitedUntilNanos.remove(generator.processId());
  }

  /** Starts a generator again; returns false if this is not possible. */
  private boolean restart(Generator generator) {
    boolean restarts =
        open && generator.problems().isEmpty() && environment.restart(generator.processId());
    if (restarts) {
      awaitedUntilNanos.put(
          generator.processId(), nanoTime.getAsLong() + PREPARATION_TIMEOUT.toNanos());
    }
    return restarts;
  }

  /** Joins the generators that are ready, and gives up those that do not return. */
  void update() {
    long now = nanoTime.getAsLong();
    awaitedUntilNanos.values().removeIf(until -> now - until > 0);
    for (Generator generator : new ArrayList<>(generators.all())) {
      boolean isAwaited = awaitedUntilNanos.containsKey(generator.processId());
      if (generator.hasExited() && !generator.isOver() && !isAwaited) {
        steps.lose(generator, PROCESS_ENDED, true);
      }
      if (open && generator.continuesShare() && !generator.hasJoined() && !generator.isOver()) {
        advance(generator, now);
      }
    }
  }

  private void advance(Generator generator, long now) {
    if (generators.isRefused(generator)) {
      steps.lose(generator, SHARE_REFUSED, true);
    } else if (generator.isReady() && !generator.problems().isEmpty()) {
      generators.refuseSuccessor(generator, generator.problems().get(0));
      steps.lose(generator, SHARE_REFUSED, true);
    } else if (generator.isReady() && generator.isConfirmed()) {
      steps.join(generator, LEAD);
    } else if (now - generator.lastMessageNanos() > PREPARATION_SILENCE.toNanos()) {
      giveUp(generator, "silent for " + PREPARATION_SILENCE.toSeconds() + " s");
    } else if (now - generator.firstMessageNanos() > PREPARATION_TIMEOUT.toNanos()) {
      giveUp(generator, "not ready after " + PREPARATION_TIMEOUT.toMinutes() + " min");
    }
  }

  /** Also refuses the process, which may send messages later; it can be started again. */
  private void giveUp(Generator generator, String reason) {
    generators.refuseSuccessor(generator, "it was " + reason + " while it prepared its share");
    steps.lose(generator, reason, false);
  }

  @Override
  public boolean isGone(Generator former) {
    boolean isSilent = former.continuesShare() && !former.isConfirmed();
    return former.isLost() || (!former.isOver() && (isSilent || steps.isGone(former)));
  }

  @Override
  public void succeed(Generator former, Generator successor) {
    successor.formerLanes().forEach(lane -> issuedByLane.put(lane.getLaneId(), lane.getIssued()));
    if (!former.isOver()) {
      steps.lose(former, former.hasExited() ? PROCESS_ENDED : "its process was restarted", true);
    }
    awaitedUntilNanos.remove(former.processId());
    steps.warn("generator " + successor.description() + " has returned; it continues its share");
  }

  /**
   * Returns the number of requests that a lane has issued, from the environment or from a process
   * that continues its share; empty if it is not known.
   */
  OptionalLong issued(String laneId) {
    Long reported = issuedByLane.get(laneId);
    return reported == null ? environment.issued(laneId) : OptionalLong.of(reported);
  }
}
