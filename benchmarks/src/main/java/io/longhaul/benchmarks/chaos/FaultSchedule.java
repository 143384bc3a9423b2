package io.longhaul.benchmarks.chaos;

import io.longhaul.benchmarks.chaos.FaultKind.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The faults of a run, a pure function of its seed. Kinds are dealt like cards from shuffled decks
 * that contain each kind once, over all seeds from 1, so that many seeds have each kind equally
 * often.
 *
 * @param faults in the order in which they begin
 */
public record FaultSchedule(long seed, List<PlannedFault> faults) {
  static final int GENERATORS = 3;

  private static final int FIRST_SECOND = 3;

  /** Faults may also meet a run while it ends. */
  private static final int SECONDS_AFTER_LOAD = 5;

  /** Between two faults of one part of the run, which must start again in the meantime. */
  private static final int GAP_SECONDS = 10;

  private static final int SECONDS_PER_FAULT = 18;
  private static final int ATTEMPTS = 200;

  public FaultSchedule {
    faults = List.copyOf(faults);
  }

  /**
   * Plans the faults of a run.
   *
   * @param seed 1 or more
   * @param loadSeconds duration of the load
   */
  public static FaultSchedule of(long seed, int loadSeconds) {
    Random random = new Random(seed);
    List<FaultKind> kinds = new ArrayList<>(kindsOf(seed, loadSeconds / SECONDS_PER_FAULT));
    // The longest are the hardest to place.
    kinds.sort(Comparator.comparing(FaultKind::maxSeconds).reversed());
    List<PlannedFault> faults = new ArrayList<>();
    kinds.forEach(kind -> place(kind, loadSeconds, faults, random).ifPresent(faults::add));
    faults.sort(Comparator.comparing(PlannedFault::atSeconds));
    return new FaultSchedule(seed, faults);
  }

  private static List<FaultKind> kindsOf(long seed, int count) {
    List<FaultKind> kinds = new ArrayList<>();
    int size = FaultKind.values().length;
    for (long card = (seed - 1) * count; card < seed * count; card++) {
      List<FaultKind> deck = new ArrayList<>(Arrays.asList(FaultKind.values()));
      Collections.shuffle(deck, new Random(card / size));
      kinds.add(deck.get((int) (card % size)));
    }
    return kinds;
  }

  private static Optional<PlannedFault> place(
      FaultKind kind, int loadSeconds, List<PlannedFault> placed, Random random) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      PlannedFault fault = draw(kind, loadSeconds, random);
      if (placed.stream().noneMatch(other -> collide(fault, other))) {
        return Optional.of(fault);
      }
    }
    return Optional.empty();
  }

  private static PlannedFault draw(FaultKind kind, int loadSeconds, Random random) {
    int seconds = between(kind.minSeconds(), kind.maxSeconds(), random);
    int index = random.nextInt(kind.target() == Target.GENERATOR ? GENERATORS : 2);
    int last = loadSeconds + SECONDS_AFTER_LOAD;
    return switch (kind) {
      // Other faults of the coordinator need it alive.
      case KILL_COORDINATOR -> new PlannedFault(kind, between(loadSeconds / 3, last, random), 0, 0);
      // Its generator has to wake up before the run ends.
      case SILENCE_GENERATOR ->
          new PlannedFault(
              kind,
              between(FIRST_SECOND, Math.max(FIRST_SECOND, loadSeconds - seconds - 5), random),
              seconds,
              index);
      // Events only follow while the load lasts.
      case CORRUPT_EVENT ->
          new PlannedFault(kind, between(FIRST_SECOND, loadSeconds - 2, random), 0, index);
      case DAMAGE_FILE, REMOVE_FILE -> new PlannedFault(kind, last, 0, index);
      default -> new PlannedFault(kind, between(FIRST_SECOND, last, random), seconds, index);
    };
  }

  private static int between(int first, int last, Random random) {
    return first + random.nextInt(last - first + 1);
  }

  /** Two faults after the run follow each other; two records in the log are independent. */
  private static boolean collide(PlannedFault one, PlannedFault other) {
    if (one.kind().target() == Target.LAKE || one.kind().target() == Target.LOG) {
      return false;
    }
    if (one.kind() == FaultKind.KILL_COORDINATOR && other.kind() == FaultKind.KILL_COORDINATOR) {
      return true;
    }
    return one.sharesTarget(other)
        && one.atSeconds() < other.endSeconds() + GAP_SECONDS
        && other.atSeconds() < one.endSeconds() + GAP_SECONDS;
  }
}
