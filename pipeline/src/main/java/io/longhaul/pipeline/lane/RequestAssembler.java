package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Outcome;
import io.longhaul.pipeline.row.AssembledRequest;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.state.FragmentState;
import io.longhaul.pipeline.state.OpenRequestState;
import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Planned;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Assembles requests from their fragments, which may arrive in any order. A request is complete
 * when all its fragments have arrived. If its end has arrived but a fragment is lost, the request
 * is incomplete. If its lane ends first, the request is lost.
 *
 * <p>Waiting fragments are stored as the bytes from the log, so an open request needs as much
 * memory as its records.
 */
final class RequestAssembler {

  private final LabelSets labels;
  private final LinkedHashMap<RequestId, OpenRequest> open = new LinkedHashMap<>();

  /** Requests whose end arrived before all their other fragments. */
  private int waitingForGaps;

  RequestAssembler(LabelSets labels) {
    this.labels = labels;
  }

  /**
   * Result of adding a fragment.
   *
   * @param completed the request, if the fragment completed it; else null
   * @param firstSend whether the fragment is the first to contain the time of the connection or the
   *     send
   * @param coalescedAtEdges times of chunks that share a network read with the last chunk of the
   *     preceding fragment
   * @param labelSets label sets of the request, determined by its first fragment in the log and the
   *     same for all its fragments
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared or modified
  record Added(
      @Nullable Assembled completed,
      boolean firstSend,
      List<Long> coalescedAtEdges,
      int[] labelSets) {}

  /**
   * An assembled request.
   *
   * @param sendKnown whether the request's send was known when its fragments were counted
   * @param skewed whether one of its facts is skewed
   * @param labelSets label sets, as in {@link Added}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared or modified
  record Assembled(AssembledRequest request, boolean sendKnown, boolean skewed, int[] labelSets) {}

  /** A request whose fragments have not all arrived. */
  private static final class OpenRequest {
    private static final int NOT_YET = -1;

    private final int[] labelSets;
    private final TreeMap<Integer, Piece> pieces = new TreeMap<>();
    private long endedSeq = NOT_YET;
    private int lastFragmentNo = NOT_YET;
    private long latestAtNanos = Long.MIN_VALUE;
    private boolean sendKnown;
    private boolean skewed;

    OpenRequest(int[] labelSets) {
      this.labelSets = labelSets;
    }

    boolean hasEnding() {
      return lastFragmentNo != NOT_YET;
    }

    boolean isComplete() {
      return hasEnding() && pieces.size() == lastFragmentNo + 1;
    }

    OpenRequest copy() {
      OpenRequest copy = new OpenRequest(labelSets);
      copy.pieces.putAll(pieces);
      copy.endedSeq = endedSeq;
      copy.lastFragmentNo = lastFragmentNo;
      copy.latestAtNanos = latestAtNanos;
      copy.sendKnown = sendKnown;
      copy.skewed = skewed;
      return copy;
    }
  }

  /**
   * A waiting fragment.
   *
   * @param firstRead ordinal of its first chunk's read; {@link #NO_READ} without chunks
   * @param lastRead ordinal of its last chunk's read; {@link #NO_READ} without chunks
   * @param firstChunkAtNanos lane time of its first chunk
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared or modified
  private record Piece(byte[] payload, int firstRead, int lastRead, long firstChunkAtNanos) {
    private static final int NO_READ = -1;

    static Piece of(Chunks chunks, byte[] payload) {
      int n = chunks.count();
      return n == 0
          ? new Piece(payload, NO_READ, NO_READ, 0)
          : new Piece(payload, chunks.reads()[0], chunks.reads()[n - 1], chunks.atNanos()[0]);
    }

    boolean continuesReadOf(Piece before) {
      return firstRead >= 0 && firstRead == before.lastRead;
    }
  }

  /** Returns the number of open requests. */
  int openRequests() {
    return open.size();
  }

  boolean isOpen(RequestId id) {
    return open.containsKey(id);
  }

  /**
   * Adds a fragment.
   *
   * @param latestAtNanos lane time of the fragment's latest fact
   * @param skewed whether one of its facts is skewed
   * @throws IllegalArgumentException if the fragment contradicts earlier ones
   */
  Added add(Event event, Chunks chunks, long latestAtNanos, boolean skewed, EventCodecs codecs) {
    RequestFragment fragment = (RequestFragment) event.record();
    RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
    int fragmentNo = fragment.getFragmentNo();
    boolean sending = fragment.getTransport() != null && hasSendTime(fragment.getTransport());
    if (fragmentNo == 0 && fragment.getEnded() != null && !open.containsKey(id)) {
      AssembledRequest request = request(id, List.of(fragment), chunks, fragment.getEnded(), false);
      int[] sets = labelSetsOf(fragment);
      return new Added(new Assembled(request, sending, skewed, sets), sending, List.of(), sets);
    }
    OpenRequest request = open.get(id);
    requireConsistent(fragment, request);
    if (request == null) {
      request = new OpenRequest(labelSetsOf(fragment));
      open.put(id, request);
    }
    Piece piece = Piece.of(chunks, event.payload());
    List<Long> coalesced = coalescedWithNeighbours(request, fragmentNo, piece);
    request.pieces.put(fragmentNo, piece);
    request.latestAtNanos = Math.max(request.latestAtNanos, latestAtNanos);
    request.skewed |= skewed;
    boolean firstSend = sending && !request.sendKnown;
    request.sendKnown |= sending;
    boolean hadEnding = request.hasEnding();
    if (fragment.getEnded() != null) {
      request.lastFragmentNo = fragmentNo;
      request.endedSeq = event.seq();
    }
    Assembled completed = null;
    if (request.isComplete()) {
      open.remove(id);
      waitingForGaps -= hadEnding ? 1 : 0;
      completed = assembled(id, request, false, codecs);
    } else if (!hadEnding && request.hasEnding()) {
      waitingForGaps++;
    }
    return new Added(completed, firstSend, coalesced, request.labelSets);
  }

  private int[] labelSetsOf(RequestFragment fragment) {
    Planned planned = fragment.getPlanned();
    return planned == null ? labels.ofUnknown() : labels.of(planned.getLabels());
  }

  private static void requireConsistent(RequestFragment fragment, @Nullable OpenRequest request) {
    int fragmentNo = fragment.getFragmentNo();
    boolean fits =
        fragmentNo >= 0
            && (request == null
                || (!request.pieces.containsKey(fragmentNo)
                    && (!request.hasEnding()
                        || (fragmentNo < request.lastFragmentNo && fragment.getEnded() == null))
                    && (fragment.getEnded() == null || request.pieces.lastKey() < fragmentNo)));
    if (!fits) {
      throw new IllegalArgumentException(
          "Invalid fragment: number "
              + fragmentNo
              + " (it contradicts earlier events of the request)");
    }
  }

  private static List<Long> coalescedWithNeighbours(
      OpenRequest request, int fragmentNo, Piece piece) {
    List<Long> coalesced = new ArrayList<>(0);
    Piece before = request.pieces.get(fragmentNo - 1);
    if (before != null && piece.continuesReadOf(before)) {
      coalesced.add(piece.firstChunkAtNanos());
    }
    Piece after = request.pieces.get(fragmentNo + 1);
    if (after != null && after.continuesReadOf(piece)) {
      coalesced.add(after.firstChunkAtNanos());
    }
    return coalesced;
  }

  /** Returns whether a transport contains the time of the connection or of the send. */
  static boolean hasSendTime(Transport transport) {
    return transport.getConnectStartedAtNs() != null || transport.getSentAtNs() != null;
  }

  /**
   * Returns the requests whose missing fragments are lost, and removes them.
   *
   * @param settledBelow no record below this seq can still arrive
   */
  List<Assembled> settle(long settledBelow, EventCodecs codecs) {
    if (waitingForGaps == 0) {
      return List.of();
    }
    List<Assembled> assembled = new ArrayList<>();
    Iterator<Map.Entry<RequestId, OpenRequest>> all = open.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<RequestId, OpenRequest> entry = all.next();
      OpenRequest request = entry.getValue();
      if (request.hasEnding() && request.endedSeq < settledBelow) {
        all.remove();
        waitingForGaps--;
        assembled.add(assembled(entry.getKey(), request, true, codecs));
      }
    }
    return assembled;
  }

  /**
   * Returns all open requests and removes them, because the lane has ended. A request without an
   * end is lost at the lane's end, or at its own latest fact if that is later.
   */
  List<Assembled> endAll(long endAtNanos, EventCodecs codecs) {
    List<Assembled> assembled = new ArrayList<>(open.size());
    open.forEach(
        (id, request) ->
            assembled.add(
                request.hasEnding()
                    ? assembled(id, request, true, codecs)
                    : lost(id, request, endAtNanos, codecs)));
    open.clear();
    waitingForGaps = 0;
    return assembled;
  }

  private static Assembled assembled(
      RequestId id, OpenRequest open, boolean incomplete, EventCodecs codecs) {
    List<RequestFragment> fragments = fragments(open.pieces.values(), codecs);
    Ended ended = fragments.get(fragments.size() - 1).getEnded();
    AssembledRequest request = request(id, fragments, chunks(fragments), ended, incomplete);
    return new Assembled(request, open.sendKnown, open.skewed, open.labelSets);
  }

  private static Assembled lost(
      RequestId id, OpenRequest open, long endAtNanos, EventCodecs codecs) {
    List<RequestFragment> fragments = fragments(open.pieces.values(), codecs);
    AssembledRequest request =
        request(
            id,
            fragments,
            chunks(fragments),
            null,
            Outcome.LOST,
            Math.max(endAtNanos, open.latestAtNanos),
            true);
    return new Assembled(request, open.sendKnown, open.skewed, open.labelSets);
  }

  private static Chunks chunks(List<RequestFragment> fragments) {
    return Chunks.joined(fragments.stream().map(Chunks::of).toList());
  }

  private static List<RequestFragment> fragments(Collection<Piece> pieces, EventCodecs codecs) {
    List<RequestFragment> fragments = new ArrayList<>(pieces.size());
    for (Piece piece : pieces) {
      try {
        fragments.add((RequestFragment) codecs.decode(EventKind.REQUEST_FRAGMENT, piece.payload()));
      } catch (UnreadableRecordException e) {
        throw new IllegalStateException("Cannot read again what was read before", e);
      }
    }
    return fragments;
  }

  /** Merges transport data. The data of a send include those of the connection. */
  private static @Nullable Transport merged(
      @Nullable Transport before, @Nullable Transport assembled) {
    if (assembled == null) {
      return before;
    }
    return before != null && hasOnlyWrittenTime(assembled)
        ? Transport.newBuilder(before)
            .setWrittenAtNs(assembled.getWrittenAtNs())
            .setBytesSent(assembled.getBytesSent())
            .build()
        : assembled;
  }

  /**
   * Returns whether a transport contains only the end of writing, because an earlier fragment
   * contained the send. This happens if a request took long to write.
   */
  static boolean hasOnlyWrittenTime(@Nullable Transport transport) {
    return transport != null
        && transport.getSentAtNs() == null
        && transport.getWrittenAtNs() != null;
  }

  private static AssembledRequest request(
      RequestId id,
      List<RequestFragment> fragments,
      Chunks chunks,
      Ended ended,
      boolean incomplete) {
    Outcome outcome = Outcome.valueOf(ended.getEnding().name());
    return request(id, fragments, chunks, ended, outcome, ended.getEndedAtNs(), incomplete);
  }

  private static AssembledRequest request(
      RequestId id,
      List<RequestFragment> fragments,
      Chunks chunks,
      @Nullable Ended ended,
      Outcome outcome,
      long endedAtNanos,
      boolean incomplete) {
    Planned planned = null;
    Transport transport = null;
    Long firstByteAt = null;
    Long headersAt = null;
    for (RequestFragment fragment : fragments) {
      planned = planned == null ? fragment.getPlanned() : planned;
      transport = merged(transport, fragment.getTransport());
      firstByteAt = firstByteAt == null ? fragment.getFirstByteAtNs() : firstByteAt;
      headersAt = headersAt == null ? fragment.getHeadersAtNs() : headersAt;
    }
    return new AssembledRequest(
        id,
        planned,
        transport,
        firstByteAt,
        headersAt,
        chunks.atNanos(),
        chunks.tokens(),
        chunks.reads(),
        chunks.kinds(),
        ended,
        outcome,
        endedAtNanos,
        incomplete || planned == null);
  }

  RequestAssembler copy() {
    RequestAssembler copy = new RequestAssembler(labels);
    open.forEach((id, request) -> copy.open.put(id, request.copy()));
    copy.waitingForGaps = waitingForGaps;
    return copy;
  }

  List<OpenRequestState> toState() {
    return ConvertedList.of(
        open.entrySet(), request -> toState(request.getKey(), request.getValue()));
  }

  private static OpenRequestState toState(RequestId id, OpenRequest request) {
    return new OpenRequestState(
        id.hi(),
        id.lo(),
        request.endedSeq,
        request.lastFragmentNo,
        request.latestAtNanos,
        request.sendKnown,
        request.skewed,
        Arrays.stream(request.labelSets).boxed().toList(),
        ConvertedList.of(
            request.pieces.entrySet(), piece -> toState(piece.getKey(), piece.getValue())));
  }

  private static FragmentState toState(int fragmentNo, Piece piece) {
    return new FragmentState(
        fragmentNo,
        ByteBuffer.wrap(piece.payload()),
        piece.firstRead(),
        piece.lastRead(),
        piece.firstChunkAtNanos());
  }

  static RequestAssembler ofState(LabelSets labels, List<OpenRequestState> stored) {
    RequestAssembler assembler = new RequestAssembler(labels);
    for (OpenRequestState each : stored) {
      OpenRequest request =
          new OpenRequest(each.getLabelSets().stream().mapToInt(Integer::intValue).toArray());
      request.endedSeq = each.getEndedSeq();
      request.lastFragmentNo = each.getLastFragmentNo();
      request.latestAtNanos = each.getLatestAtNs();
      request.sendKnown = each.getSendKnown();
      request.skewed = each.getSkewed();
      for (FragmentState fragment : each.getFragments()) {
        request.pieces.put(
            fragment.getFragmentNo(),
            new Piece(
                BinaryFormat.copyOf(fragment.getPayload()),
                fragment.getFirstRead(),
                fragment.getLastRead(),
                fragment.getFirstChunkAtNs()));
      }
      assembler.open.put(new RequestId(each.getRequestIdHi(), each.getRequestIdLo()), request);
      assembler.waitingForGaps += request.hasEnding() ? 1 : 0;
    }
    return assembler;
  }
}
