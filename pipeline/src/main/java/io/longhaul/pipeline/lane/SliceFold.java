package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.slo.Verdict;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.RequestStory;
import io.longhaul.pipeline.row.Words;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.ErrorKey;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceQuality;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.Transport;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Folds what a generator's lane tells into its part of each slice, and hands a part over once, when
 * the lane's frontier has passed the slice's end. An ended request counts where it ended, a chunk
 * where it arrived, a sending where it was sent, a report where it was made.
 *
 * <p>By the frontier's promise nothing lies before the first open slice. What does, and what lies
 * before the lane's start, counts in the first slice that it can, and is called skewed.
 */
final class SliceFold {
  /** Facts further ahead of the frontier than this are refused, so that open slices stay few. */
  static final int MOST_SLICES_AHEAD = 10_000;

  private final SliceClock clock;
  private final long startEpochNanos;
  private long firstOpen;
  private final TreeMap<Long, OpenSlice> open = new TreeMap<>();

  /** In flight at the start of the first open slice. */
  private long carried;

  private NotIssuedTotals notIssued = NotIssuedTotals.NONE;
  private long droppedEvents;
  private final PromptMemory prompts;

  /** A slice that facts may still join. */
  private record OpenSlice(SlicePart part, InFlight inFlight) {
    OpenSlice() {
      this(new SlicePart(), new InFlight());
    }

    OpenSlice copy() {
      return new OpenSlice(part.copy(), inFlight.copy());
    }
  }

  SliceFold(SliceClock clock, long startEpochNanos) {
    this(clock, startEpochNanos, new PromptMemory());
  }

  private SliceFold(SliceClock clock, long startEpochNanos, PromptMemory prompts) {
    this.clock = clock;
    this.startEpochNanos = startEpochNanos;
    this.prompts = prompts;
    this.firstOpen = clock.indexOf(startEpochNanos);
  }

  /** Whether a fact at that time counts elsewhere than it says. */
  boolean isSkewed(long epochNanos) {
    return epochNanos < startEpochNanos || clock.indexOf(epochNanos) < firstOpen;
  }

  boolean isTooFarAhead(long epochNanos) {
    return clock.indexOf(epochNanos) - firstOpen >= MOST_SLICES_AHEAD;
  }

  /** The slice in which a fact at that time counts. */
  long sliceOf(long epochNanos) {
    return Math.max(firstOpen, clock.indexOf(Math.max(epochNanos, startEpochNanos)));
  }

  /** When a fact at that time counts, for what depends on more than the slice. */
  private long countedAt(long epochNanos) {
    return Math.max(epochNanos, Math.max(startEpochNanos, clock.startOf(firstOpen)));
  }

  private OpenSlice openAt(long epochNanos) {
    return open.computeIfAbsent(sliceOf(epochNanos), index -> new OpenSlice());
  }

  private SlicePart partAt(long epochNanos) {
    return openAt(epochNanos).part();
  }

  /** A request came onto the wire; told once for each. */
  void sent(long sentEpochNanos, Transport transport) {
    SlicePart part = partAt(sentEpochNanos);
    part.add(Count.REQUESTS_SENT, 1);
    part.add(Count.NEW_CONNECTIONS, transport.getConnectedAtNs() == null ? 0 : 1);
    part.add(Count.BYTES_SENT, transport.getBytesSent());
  }

  void cameIntoFlight(long epochNanos) {
    openAt(epochNanos).inFlight().started(countedAt(epochNanos));
  }

  void wentOutOfFlight(long epochNanos) {
    openAt(epochNanos).inFlight().ended(countedAt(epochNanos));
  }

  void chunkArrived(long epochNanos, long tokens, boolean coalesced) {
    SlicePart part = partAt(epochNanos);
    part.add(Count.CHUNKS_ARRIVED, 1);
    part.add(Count.OUTPUT_TOKENS_ARRIVED, tokens);
    part.add(Count.COALESCED_CHUNKS, coalesced ? 1 : 0);
  }

  /** A chunk counted before turned out to share its read with the chunk before it. */
  void chunkWasCoalesced(long epochNanos) {
    partAt(epochNanos).add(Count.COALESCED_CHUNKS, 1);
  }

  /**
   * A request is over.
   *
   * @param tokenCorrection tokens that the count by chunk had too few, or (negative) too many
   */
  void ended(
      long epochNanos,
      RequestStory story,
      RequestMetrics metrics,
      Verdict verdict,
      boolean skewed,
      long tokenCorrection) {
    SlicePart part = partAt(epochNanos);
    part.add(Count.REQUESTS_ENDED, 1);
    part.add(countOf(story.outcome()), 1);
    part.add(Count.SKEWED_REQUESTS, skewed ? 1 : 0);
    part.add(Count.INCOMPLETE_REQUESTS, story.incomplete() ? 1 : 0);
    part.add(Count.OUTPUT_TOKENS_ARRIVED, tokenCorrection);
    part.addValues(metrics);
    if (metrics.isValid()) {
      part.add(Count.VALID_REQUESTS, 1);
      part.add(Count.GOOD_REQUESTS, verdict == Verdict.GOOD ? 1 : 0);
      part.add(Count.JUDGED_REQUESTS, verdict == Verdict.NO_VALUE ? 0 : 1);
      addValue(part, Count.INPUT_TOKENS_COMPLETED, metrics, Metric.INPUT_SEQUENCE_LENGTH);
      addValue(part, Count.OUTPUT_TOKENS_COMPLETED, metrics, Metric.OUTPUT_SEQUENCE_LENGTH);
      addValue(part, Count.REASONING_TOKENS_COMPLETED, metrics, Metric.REASONING_TOKEN_COUNT);
      addValue(part, Count.USAGE_PROMPT_TOKENS, metrics, Metric.USAGE_PROMPT_TOKENS);
      addValue(part, Count.USAGE_COMPLETION_TOKENS, metrics, Metric.USAGE_COMPLETION_TOKENS);
      addValue(part, Count.USAGE_CACHED_TOKENS, metrics, Metric.USAGE_PROMPT_CACHE_READ_TOKENS);
    }
    addValue(part, Count.ERROR_INPUT_TOKENS, metrics, Metric.ERROR_ISL);
    AnswerContent.count(part, story, metrics);
    boolean repeated = story.planned() != null && prompts.meet(story.planned().getPromptHash());
    part.add(Count.REPEATED_PROMPTS, repeated ? 1 : 0);
    Ended told = story.ended();
    if (told != null) {
      part.add(Count.RETRIES, told.getRetries());
      part.add(Count.STALE_CONNECTIONS, told.getStaleConnection() ? 1 : 0);
      part.add(Count.BYTES_RECEIVED, told.getBytesReceived());
    }
    if (story.outcome() != Outcome.OK || metrics.isError()) {
      part.errors().add(errorKey(story), epochNanos, story.id());
    }
  }

  private static void addValue(SlicePart part, Count count, RequestMetrics metrics, Metric metric) {
    if (metrics.has(metric)) {
      part.add(count, metrics.value(metric));
    }
  }

  private static Count countOf(Outcome outcome) {
    return switch (outcome) {
      case OK -> Count.REQUESTS_OK;
      case HTTP_ERROR -> Count.HTTP_ERRORS;
      case TRANSPORT_ERROR -> Count.TRANSPORT_ERRORS;
      case PROTOCOL_ERROR -> Count.PROTOCOL_ERRORS;
      case STREAM_ERROR -> Count.STREAM_ERRORS;
      case TRUNCATED -> Count.TRUNCATED;
      case TIMEOUT -> Count.TIMEOUTS;
      case CANCELLED -> Count.CANCELLED;
      case IN_FLIGHT_AT_STOP -> Count.IN_FLIGHT_AT_STOP;
      case LOST -> Count.LOST;
    };
  }

  private static ErrorKey errorKey(RequestStory story) {
    Ended ended = story.ended();
    int status =
        ended == null || ended.getStatus() == null ? ErrorKey.NO_STATUS : ended.getStatus();
    String reason = ended == null || ended.getReason() == null ? "" : ended.getReason();
    if (story.outcome() == Outcome.OK) {
      reason = story.incomplete() ? "incomplete" : "no content";
    }
    return new ErrorKey(Words.of(story.outcome()), status, reason);
  }

  /** A report of the process about itself, made at that time. */
  void reported(long epochNanos, Heartbeat report) {
    notIssued(epochNanos, NotIssuedTotals.of(report.getNotIssued()));
    Health health = report.getHealth();
    long dropped = Math.max(0, health.getDroppedEvents() - droppedEvents);
    if (dropped > 0) {
      partAt(epochNanos).add(Count.DROPPED_EVENTS, dropped);
      droppedEvents += dropped;
    }
    if (epochNanos < startEpochNanos) {
      return; // how it was before the run is nothing to the run
    }
    SliceQuality quality = partAt(epochNanos).quality();
    quality.backlog(report.getBacklog());
    quality.clockError(report.getClockErrorNs());
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

  /** Running totals as of that time. */
  void notIssued(long epochNanos, NotIssuedTotals told) {
    NotIssuedTotals totals = notIssued.max(told);
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
   * Hands over the parts of all slices that end at or before the frontier.
   *
   * @return whether there was such a slice
   */
  boolean passTo(long frontierEpochNanos, Desk desk) {
    long passed = clock.indexOf(frontierEpochNanos);
    if (passed <= firstOpen) {
      return false;
    }
    while (firstOpen < passed) {
      if (carried == 0 && (open.isEmpty() || open.firstKey() > firstOpen)) {
        firstOpen = open.isEmpty() ? passed : Math.min(passed, open.firstKey());
      } else {
        handOver(desk);
      }
    }
    return true;
  }

  /** Hands over all that is left: nothing more comes. */
  void passAll(Desk desk) {
    while (!open.isEmpty()) {
      passTo(clock.endOf(open.firstKey()), desk);
    }
  }

  private void handOver(Desk desk) {
    OpenSlice slice = open.remove(firstOpen);
    if (slice == null) {
      slice = new OpenSlice();
    }
    InFlight.Sweep sweep =
        slice.inFlight().sweep(clock.startOf(firstOpen), clock.endOf(firstOpen), carried);
    carried = sweep.left();
    slice.part().add(Count.IN_FLIGHT_REQUEST_NANOS, sweep.requestNanos());
    slice.part().quality().laneCounted(sweep.max());
    desk.handOver(Kind.PART, firstOpen, slice.part().toBytes());
    firstOpen++;
  }

  SliceFold copy() {
    SliceFold copy = new SliceFold(clock, startEpochNanos, prompts.copy());
    copy.firstOpen = firstOpen;
    open.forEach((index, slice) -> copy.open.put(index, slice.copy()));
    copy.carried = carried;
    copy.notIssued = notIssued;
    copy.droppedEvents = droppedEvents;
    return copy;
  }

  void writeTo(DataOutput out) throws IOException {
    prompts.writeTo(out);
    out.writeLong(firstOpen);
    out.writeInt(open.size());
    for (Map.Entry<Long, OpenSlice> entry : open.entrySet()) {
      out.writeLong(entry.getKey());
      entry.getValue().part().writeTo(out);
      entry.getValue().inFlight().writeTo(out);
    }
    out.writeLong(carried);
    notIssued.writeTo(out);
    out.writeLong(droppedEvents);
  }

  static SliceFold readFrom(SliceClock clock, long startEpochNanos, DataInput in)
      throws IOException {
    SliceFold fold = new SliceFold(clock, startEpochNanos, PromptMemory.readFrom(in));
    fold.firstOpen = in.readLong();
    for (int slices = in.readInt(); slices > 0; slices--) {
      long index = in.readLong();
      fold.open.put(index, new OpenSlice(SlicePart.readFrom(in), InFlight.readFrom(in)));
    }
    fold.carried = in.readLong();
    fold.notIssued = NotIssuedTotals.readFrom(in);
    fold.droppedEvents = in.readLong();
    return fold;
  }
}
