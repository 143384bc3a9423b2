package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceQuality;
import io.longhaul.pipeline.state.LaneSlicesState;
import io.longhaul.pipeline.state.OpenSliceState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.Planned;
import io.longhaul.wire.Transport;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the events of a generator's lane into its part of each slice. It sends each part once,
 * when the lane's frontier has passed the slice's end. An ended request counts in the slice in
 * which it ended, a chunk in which it arrived, a sent request in which it was sent, and a heartbeat
 * in which it was made. A request counts in each of its label sets, a heartbeat only in the set of
 * all requests.
 *
 * <p>The frontier promises that no fact precedes the first open slice. A fact that does, or that
 * precedes the lane's start, counts in the first possible slice and is called skewed.
 */
final class SliceAggregator {
  /**
   * Facts further ahead of the frontier than this are rejected, to limit the number of open slices.
   */
  static final int MAX_SLICES_AHEAD = 10_000;

  private final SliceClock clock;
  private final long startEpochNanos;
  private final LabelSets labels;
  private long firstOpen;
  private final TreeMap<Long, OpenSlice> open = new TreeMap<>();

  /** The open slice of the last fact, which is usually that of the next; null once it was sent. */
  private @Nullable OpenSlice latest;

  private long latestIndex;

  /** Requests in flight at the start of the first open slice, by label set. */
  private final long[] carried;

  private NotIssuedTotals notIssued = NotIssuedTotals.NONE;
  private long droppedEvents;
  private final PromptHashSet prompts;

  SliceAggregator(SliceClock clock, long startEpochNanos, LabelSets labels) {
    this(clock, startEpochNanos, labels, new PromptHashSet());
  }

  private SliceAggregator(
      SliceClock clock, long startEpochNanos, LabelSets labels, PromptHashSet prompts) {
    this.clock = clock;
    this.startEpochNanos = startEpochNanos;
    this.labels = labels;
    this.prompts = prompts;
    this.firstOpen = clock.indexOf(startEpochNanos);
    this.carried = new long[labels.count()];
  }

  /** Returns whether a fact at this time counts in a later slice. */
  boolean isSkewed(long epochNanos) {
    return epochNanos < startEpochNanos || clock.indexOf(epochNanos) < firstOpen;
  }

  boolean isTooFarAhead(long epochNanos) {
    return clock.indexOf(epochNanos) - firstOpen >= MAX_SLICES_AHEAD;
  }

  /** Returns the slice in which a fact at this time counts. */
  long sliceOf(long epochNanos) {
    return Math.max(firstOpen, clock.indexOf(Math.max(epochNanos, startEpochNanos)));
  }

  /** Returns the time at which a fact counts, for aggregates that need more than the slice. */
  private long countedAt(long epochNanos) {
    return Math.max(epochNanos, Math.max(startEpochNanos, clock.startOf(firstOpen)));
  }

  private OpenSlice openAt(long epochNanos) {
    long index = sliceOf(epochNanos);
    OpenSlice slice = latest;
    if (slice == null || index != latestIndex) {
      slice = open.computeIfAbsent(index, absent -> new OpenSlice(labels));
      latest = slice;
      latestIndex = index;
    }
    return slice;
  }

  private SlicePart partAt(long epochNanos) {
    return openAt(epochNanos).part(LabelSets.EVERYTHING);
  }

  /**
   * Counts a sent request; called once for each.
   *
   * @param sets label sets of the request, here and below
   */
  void sent(long sentEpochNanos, Transport transport, int[] sets) {
    OpenSlice slice = openAt(sentEpochNanos);
    for (int set : sets) {
      SlicePart part = slice.part(set);
      part.add(Count.REQUESTS_SENT, 1);
      part.add(Count.NEW_CONNECTIONS, transport.getConnectedAtNs() == null ? 0 : 1);
      part.add(Count.BYTES_SENT, transport.getBytesSent());
    }
  }

  /** Counts the bytes of a request that was counted as sent before its bytes were known. */
  void written(long writtenEpochNanos, long bytes, int[] sets) {
    OpenSlice slice = openAt(writtenEpochNanos);
    for (int set : sets) {
      slice.part(set).add(Count.BYTES_SENT, bytes);
    }
  }

  void inFlightFrom(long epochNanos, int[] sets) {
    OpenSlice slice = openAt(epochNanos);
    for (int set : sets) {
      slice.inFlight(set).started(countedAt(epochNanos));
    }
  }

  void inFlightUntil(long epochNanos, int[] sets) {
    OpenSlice slice = openAt(epochNanos);
    for (int set : sets) {
      slice.inFlight(set).ended(countedAt(epochNanos));
    }
  }

  void chunkArrived(long epochNanos, long tokens, boolean coalesced, int[] sets) {
    OpenSlice slice = openAt(epochNanos);
    for (int set : sets) {
      SlicePart part = slice.part(set);
      part.add(Count.CHUNKS_ARRIVED, 1);
      part.add(Count.OUTPUT_TOKENS_ARRIVED, tokens);
      part.add(Count.COALESCED_CHUNKS, coalesced ? 1 : 0);
    }
  }

  /**
   * Counts an already counted chunk as coalesced, because it shares its read with the preceding
   * chunk.
   */
  void chunkWasCoalesced(long epochNanos, int[] sets) {
    OpenSlice slice = openAt(epochNanos);
    for (int set : sets) {
      slice.part(set).add(Count.COALESCED_CHUNKS, 1);
    }
  }

  /** Counts an ended request. */
  void ended(long epochNanos, EndedRequest request, int[] sets) {
    Planned planned = request.request().planned();
    boolean repeated = planned != null && prompts.seenBefore(planned.getPromptHash());
    OpenSlice slice = openAt(epochNanos);
    for (int set : sets) {
      request.countIn(slice.part(set), epochNanos, repeated);
    }
  }

  /** Counts a heartbeat. */
  void heartbeat(long epochNanos, Heartbeat heartbeat) {
    notIssued(epochNanos, NotIssuedTotals.of(heartbeat.getNotIssued()));
    Health health = heartbeat.getHealth();
    long dropped = Math.max(0, health.getDroppedEvents() - droppedEvents);
    if (dropped > 0) {
      partAt(epochNanos).add(Count.DROPPED_EVENTS, dropped);
      droppedEvents += dropped;
    }
    if (epochNanos < startEpochNanos) {
      return; // the state of the process before the run is irrelevant
    }
    partAt(epochNanos).add(Count.BACKED_OFF_NANOS, heartbeat.getBackedOffNs());
    partAt(epochNanos).add(Count.RECORDER_WAIT_NANOS, heartbeat.getRecorderWaitNs());
    partAt(epochNanos).quality().recorderWait(heartbeat.getRecorderWaitNs());
    SliceQuality quality = partAt(epochNanos).quality();
    quality.backlog(heartbeat.getBacklog());
    quality.clockError(heartbeat.getClockErrorNs());
    quality.sendLag(known(health.getSendLagP99Ns()), known(health.getSendLagMaxNs()));
    quality.loopLag(health.getLoopLagMaxNs());
    quality.pauses(health.getPauseMaxNs(), health.getGcPauseNs());
    quality.processCpu(health.getProcessCpuCores());
    if (health.getHostIdleRatio() != null) {
      quality.hostIdle(health.getHostIdleRatio());
    }
  }

  private static long known(Long nanos) {
    return nanos == null ? SliceQuality.UNKNOWN : nanos;
  }

  /** Counts the growth of the running totals up to this time. */
  void notIssued(long epochNanos, NotIssuedTotals reported) {
    NotIssuedTotals totals = notIssued.max(reported);
    NotIssuedTotals more = totals.minus(notIssued);
    notIssued = totals;
    if (more.sum() > 0) {
      SlicePart part = partAt(epochNanos);
      part.add(Count.NOT_ISSUED_NO_SLOT, more.noSlot());
      part.add(Count.NOT_ISSUED_SCHEDULE_OVERRUN, more.scheduleOverrun());
      part.add(Count.NOT_ISSUED_STALL_SKIPPED, more.stallSkipped());
      part.add(Count.NOT_ISSUED_STOP, more.stop());
    }
  }

  void laneLost(long epochNanos, String laneId) {
    partAt(epochNanos).quality().laneLost(laneId);
  }

  /**
   * Sends the parts of all slices that end at or before the frontier.
   *
   * @return whether there was such a slice
   */
  boolean advanceTo(long frontierEpochNanos, LaneContext context) {
    long passed = clock.indexOf(frontierEpochNanos);
    if (passed <= firstOpen) {
      return false;
    }
    while (firstOpen < passed) {
      if (carried[LabelSets.EVERYTHING] == 0 && (open.isEmpty() || open.firstKey() > firstOpen)) {
        firstOpen = open.isEmpty() ? passed : Math.min(passed, open.firstKey());
      } else {
        sendSlice(context);
      }
    }
    return true;
  }

  /** Sends all remaining parts, because the lane has ended. */
  void flushAll(LaneContext context) {
    while (!open.isEmpty()) {
      advanceTo(clock.endOf(open.firstKey()), context);
    }
  }

  private void sendSlice(LaneContext context) {
    OpenSlice slice = open.remove(firstOpen);
    latest = null;
    if (slice == null) {
      slice = new OpenSlice(labels);
    }
    for (int set = 0; set < carried.length; set++) {
      if (slice.has(set, carried[set])) {
        InFlight.Sweep sweep =
            slice
                .inFlight(set)
                .sweep(clock.startOf(firstOpen), clock.endOf(firstOpen), carried[set]);
        carried[set] = sweep.left();
        slice.part(set).add(Count.IN_FLIGHT_REQUEST_NANOS, sweep.requestNanos());
        slice.part(set).quality().laneCounted(sweep.max());
      }
    }
    context.sendPart(Kind.PART, firstOpen, slice.parts().toBytes());
    firstOpen++;
  }

  SliceAggregator copy() {
    SliceAggregator copy = new SliceAggregator(clock, startEpochNanos, labels, prompts.copy());
    copy.firstOpen = firstOpen;
    open.forEach((index, slice) -> copy.open.put(index, slice.copy()));
    System.arraycopy(carried, 0, copy.carried, 0, carried.length);
    copy.notIssued = notIssued;
    copy.droppedEvents = droppedEvents;
    return copy;
  }

  LaneSlicesState toState() {
    return new LaneSlicesState(
        firstOpen,
        ConvertedList.of(open.entrySet(), slice -> slice.getValue().toState(slice.getKey())),
        Arrays.stream(carried).boxed().toList(),
        notIssued.toState(),
        droppedEvents,
        prompts.toState());
  }

  static SliceAggregator ofState(
      SliceClock clock, long startEpochNanos, LabelSets labels, LaneSlicesState stored) {
    SliceAggregator aggregator =
        new SliceAggregator(
            clock, startEpochNanos, labels, PromptHashSet.ofState(stored.getPromptHashes()));
    aggregator.firstOpen = stored.getFirstOpenSlice();
    for (OpenSliceState slice : stored.getOpenSlices()) {
      aggregator.open.put(slice.getSliceIndex(), OpenSlice.ofState(labels, slice));
    }
    for (int set = 0; set < aggregator.carried.length; set++) {
      aggregator.carried[set] = stored.getCarriedRequests().get(set);
    }
    aggregator.notIssued = NotIssuedTotals.ofState(stored.getNotIssued());
    aggregator.droppedEvents = stored.getDroppedEvents();
    return aggregator;
  }
}
