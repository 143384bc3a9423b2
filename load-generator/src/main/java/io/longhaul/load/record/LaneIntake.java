package io.longhaul.load.record;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.OutgoingRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event loop's side of a lane. Each call puts one fact into the ring before it returns. All
 * methods belong to the event loop, and none waits.
 *
 * <p>The ring reserves one slot for the end of each open request, one for the end of the lane, and
 * some for ticks. An end is therefore never lost, and a request whose end could not be recorded
 * does not start.
 */
public final class LaneIntake {
  private static final int SLOTS_FOR_TICKS = 64;

  private final FactRing ring;
  private int open;

  LaneIntake(FactRing ring) {
    this.ring = ring;
  }

  /**
   * Starts a request if less than half of the ring is in use; the other half is reserved for facts
   * of requests that have started. The load therefore yields to a slow recorder before facts are
   * lost.
   *
   * @param outgoing the request as it is about to be sent
   * @param handedAtNanos when it is due, or when the event loop took it if that is later
   * @param listener receives the content of the response
   * @return the listener of its exchange; empty if there is no space to record one
   */
  public Optional<ExchangeRecorder> begin(
      PlannedRequest planned,
      OutgoingRequest outgoing,
      long handedAtNanos,
      ExchangeOwner owner,
      ResponseListener listener) {
    ExchangeRecorder recorder = new ExchangeRecorder(this, planned, outgoing, owner, listener);
    int minFree = Math.max(ring.slots() / 2, slotsForEnds() + 1 + SLOTS_FOR_TICKS);
    if (!ring.offer(minFree, Fact.REQUEST_STARTED, handedAtNanos, 0, recorder, null)) {
      return Optional.empty();
    }
    open++;
    return Optional.of(recorder);
  }

  /**
   * Records a tick: later facts are not older than this. If there is no space for a tick, the next
   * one replaces it.
   */
  public void tick(LoopState state) {
    ring.offer(slotsForEnds(), Fact.TICK, state.atNanos(), 0, null, state);
  }

  /** Records the end of the lane, after the end of every request. */
  public void laneEnded(LoopState state) {
    require(ring.offer(0, Fact.LANE_ENDED, state.atNanos(), 0, null, state));
  }

  boolean record(
      Fact fact, long atNanos, long number, ExchangeRecorder recorder, @Nullable Object content) {
    return ring.offer(slotsForEnds() + SLOTS_FOR_TICKS, fact, atNanos, number, recorder, content);
  }

  void ended(ExchangeRecorder recorder, long atNanos, long factsLost, ExchangeEnd end) {
    open--;
    require(ring.offer(slotsForEnds(), Fact.ENDED, atNanos, factsLost, recorder, end));
  }

  private int slotsForEnds() {
    return open + 1;
  }

  private static void require(boolean recorded) {
    if (!recorded) {
      throw new IllegalStateException("Cannot record an end: its slot was taken");
    }
  }
}
