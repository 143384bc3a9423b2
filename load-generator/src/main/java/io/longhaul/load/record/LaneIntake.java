package io.longhaul.load.record;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.OutgoingRequest;
import java.util.Optional;

/**
 * The loop's side of a lane: what happens on the loop is told here and stands in the ring when the
 * call returns. Everything is called on the loop, and nothing waits.
 *
 * <p>Of the ring's slots one is kept free for the end of each request that has begun, and one for
 * the end of the lane; some more for ticks. So an end is never lost, and a request whose end could
 * not be recorded does not begin.
 */
public final class LaneIntake {
  private static final int SLOTS_FOR_TICKS = 64;

  private final FactRing ring;
  private int open;

  LaneIntake(FactRing ring) {
    this.ring = ring;
  }

  /**
   * A request begins, if less than half of the ring waits to be read: the other half is for what is
   * heard of those that have begun. So the load gives way to a recorder that cannot keep up, before
   * facts are lost.
   *
   * @param outgoing as it is about to be sent
   * @param handedAtNanos when it is due, or when the loop took it up if that is later
   * @param responses hears what is answered
   * @return who hears its exchange; empty when there is no room to record one
   */
  public Optional<ExchangeRecorder> begin(
      PlannedRequest planned,
      OutgoingRequest outgoing,
      long handedAtNanos,
      ExchangeOwner owner,
      ResponseListener responses) {
    ExchangeRecorder recorder = new ExchangeRecorder(this, planned, outgoing, owner, responses);
    int minFree = Math.max(ring.slots() / 2, slotsForEnds() + 1 + SLOTS_FOR_TICKS);
    if (!ring.offer(minFree, Fact.BEGAN, handedAtNanos, 0, recorder, null)) {
      return Optional.empty();
    }
    open++;
    return Optional.of(recorder);
  }

  /**
   * Nothing that the loop hears from now on is older than this. A tick that finds no room is made
   * up for by the next.
   */
  public void tick(LoopState state) {
    ring.offer(slotsForEnds(), Fact.TICK, state.atNanos(), 0, null, state);
  }

  /** The lane's last word; every request has ended before. */
  public void laneEnded(LoopState state) {
    require(ring.offer(0, Fact.LANE_ENDED, state.atNanos(), 0, null, state));
  }

  boolean record(Fact fact, long atNanos, long number, ExchangeRecorder recorder, Object content) {
    return ring.offer(slotsForEnds() + SLOTS_FOR_TICKS, fact, atNanos, number, recorder, content);
  }

  void ended(ExchangeRecorder recorder, long atNanos, long factsLost, ExchangeEnd end) {
    open--;
    require(ring.offer(slotsForEnds(), Fact.ENDED, atNanos, factsLost, recorder, end));
  }

  private int slotsForEnds() {
    return open + 1;
  }

  private static void require(boolean sentIn) {
    if (!sentIn) {
      throw new IllegalStateException("Cannot record an end: its slot was taken");
    }
  }
}
