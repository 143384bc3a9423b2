package io.longhaul.load.plan.load;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The part of a phase that one generator, or one of its lanes, sends.
 *
 * <p>With a concurrency, the slots of the phase are assigned to the carriers in turn, and plan
 * index <i>k</i> belongs to slot <i>k mod concurrency</i>. Therefore each carrier sends requests in
 * proportion to its slots, and a carrier without a slot sends none. Without a concurrency, plan
 * index <i>k</i> belongs to carrier <i>k mod carriers</i>. Sessions are assigned by their numbers
 * in the same way, and one carrier sends all turns of a session. The assignment changes neither the
 * content of a session nor, in an open loop, the time of a plan index.
 *
 * @param carrier the index of this generator or lane, from 0
 * @param carriers the number of generators or lanes
 * @param totalConcurrency the concurrency, or the number of users, of the phase over all carriers;
 *     0 for no limit
 */
public record PlanShare(int carrier, int carriers, int totalConcurrency) {
  public PlanShare {
    if (carriers < 1 || carrier < 0 || carrier >= carriers) {
      throw new IllegalArgumentException(
          "Invalid share: carrier %s of %s (from 0 to below the number)"
              .formatted(carrier, carriers));
    }
    if (totalConcurrency < 0) {
      throw new IllegalArgumentException(
          "Invalid share: concurrency " + totalConcurrency + " (0 or more)");
    }
  }

  /** Returns the share of generator {@code generator} of {@code generators}. */
  public static PlanShare ofGenerator(int generator, int generators, PhasePlan phase) {
    return new PlanShare(generator, generators, phase.slots());
  }

  /** Returns the share of one lane of this generator. All lanes together have the whole share. */
  public PlanShare ofLane(int lane, int lanes) {
    if (lane < 0 || lane >= lanes) {
      throw new IllegalArgumentException(
          "Invalid share: lane " + lane + " of " + lanes + " (from 0 to below the number)");
    }
    return new PlanShare(lane * carriers + carrier, lanes * carriers, totalConcurrency);
  }

  /** Returns whether this share contains the request with this plan index. */
  public boolean carries(long planIndex) {
    long place = totalConcurrency == 0 ? planIndex : planIndex % totalConcurrency;
    return place % carriers == carrier;
  }

  /** Returns the number of slots or users of this share, or empty for no limit. */
  public OptionalInt concurrency() {
    if (totalConcurrency == 0) {
      return OptionalInt.empty();
    }
    int remainder = totalConcurrency % carriers;
    return OptionalInt.of(totalConcurrency / carriers + (carrier < remainder ? 1 : 0));
  }

  /** Returns the index in the phase of a slot of this share; both start at 0. */
  public long slotOfPhase(int slot) {
    return (long) slot * carriers + carrier;
  }

  /** Returns whether this share contains no requests. */
  public boolean isEmpty() {
    return totalConcurrency > 0 && carrier >= totalConcurrency;
  }

  /** Returns a sentence that explains why this share is empty, or empty if it is not. */
  public Optional<String> emptyBecause() {
    if (!isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Carrier %s of %s sends nothing: a concurrency of %s does not reach it (raise the"
                .formatted(carrier, carriers, totalConcurrency)
            + " concurrency or use fewer carriers)");
  }
}
