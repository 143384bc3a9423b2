package io.longhaul.load.plan;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The part of one phase that one generator carries, or one lane of it.
 *
 * <p>The phase is dealt like cards. With a concurrency, its slots are dealt to the carriers in turn
 * (which is the largest remainder of equal parts), and plan index <i>k</i> goes to slot <i>k mod
 * concurrency</i>: so a carrier gets requests in proportion to its slots, and one without a slot
 * gets none. Without a concurrency, plan index <i>k</i> goes to carrier <i>k mod carriers</i>.
 * Sessions are dealt by their numbers likewise, and whoever carries one sends all of its turns.
 * Whoever carries it, a session asks the same, and in an open loop a plan index has the same time.
 *
 * @param carrier which carrier this is, from 0
 * @param carriers how many there are
 * @param totalConcurrency the phase's concurrency or users over all carriers, or 0 when it has none
 */
public record PlanShare(int carrier, int carriers, int totalConcurrency) {
  public PlanShare {
    if (carriers < 1 || carrier < 0 || carrier >= carriers) {
      throw new IllegalArgumentException(
          "Invalid share: carrier "
              + carrier
              + " of "
              + carriers
              + " (from 0 to below the number)");
    }
    if (totalConcurrency < 0) {
      throw new IllegalArgumentException(
          "Invalid share: concurrency " + totalConcurrency + " (0 or more)");
    }
  }

  /** What generator {@code generator} of {@code generators} carries of a phase. */
  public static PlanShare ofGenerator(int generator, int generators, PhasePlan phase) {
    return new PlanShare(generator, generators, phase.slots());
  }

  /** What one of this generator's lanes carries; its lanes together carry what it carries. */
  public PlanShare ofLane(int lane, int lanes) {
    if (lane < 0 || lane >= lanes) {
      throw new IllegalArgumentException(
          "Invalid share: lane " + lane + " of " + lanes + " (from 0 to below the number)");
    }
    return new PlanShare(lane * carriers + carrier, lanes * carriers, totalConcurrency);
  }

  /** Whether the request with this plan index is sent from here. */
  public boolean carries(long planIndex) {
    long place = totalConcurrency == 0 ? planIndex : planIndex % totalConcurrency;
    return place % carriers == carrier;
  }

  /** How many slots, or users, are here, or empty when nothing limits them. */
  public OptionalInt concurrency() {
    if (totalConcurrency == 0) {
      return OptionalInt.empty();
    }
    int remainder = totalConcurrency % carriers;
    return OptionalInt.of(totalConcurrency / carriers + (carrier < remainder ? 1 : 0));
  }

  /** Which of the phase's slots this slot of ours is, both counted from 0. */
  public long slotOfPhase(int slot) {
    return (long) slot * carriers + carrier;
  }

  /** Whether nothing can ever be sent from here. */
  public boolean isEmpty() {
    return totalConcurrency > 0 && carrier >= totalConcurrency;
  }

  /** Why this share is empty, in a sentence, or nothing when it is not. */
  public Optional<String> emptyBecause() {
    if (!isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Carrier "
            + carrier
            + " of "
            + carriers
            + " sends nothing: a concurrency of "
            + totalConcurrency
            + " does not reach it (raise the concurrency or use fewer carriers)");
  }
}
