package io.longhaul.benchmarks.fortnight;

import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.VarintWriter;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.Planned;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a generator: fragments of requests, the ledger, and the totals of the requests that
 * have ended.
 */
final class GeneratorLane {
  private static final String HTTP_ERROR = "http_500";
  private static final String TIMEOUT = "request_timeout";
  private static final long LANE_TOTALS = -1;

  private final RunShape shape;
  private final SyntheticLaneWriter lane;
  private final int generator;
  private final long incarnation;
  private final VarintWriter varints = new VarintWriter();

  /** Requests that are in flight, by the second in which they end. */
  private final Map<Long, List<SyntheticRequest>> inFlight = new HashMap<>();

  private int inFlightCount;
  private long issued;
  private Ledger slice = new Ledger();
  private final Ledger all = new Ledger();
  private RunTotals totals = RunTotals.NONE;

  GeneratorLane(RunShape shape, SyntheticLaneWriter lane, int generator, long incarnation) {
    this.shape = shape;
    this.lane = lane;
    this.generator = generator;
    this.incarnation = incarnation;
  }

  /** Counts by outcome, and the sum of the IDs. */
  private static final class Ledger {
    private final HashSum ids = new HashSum();
    private long ok;
    private long httpErrors;
    private long timeouts;

    void add(SyntheticRequest request, RequestId id) {
      ids.add(id);
      switch (request.ending()) {
        case OK -> ok++;
        case HTTP_ERROR -> httpErrors++;
        default -> timeouts++;
      }
    }

    boolean isEmpty() {
      return ok + httpErrors + timeouts == 0;
    }

    LedgerEntry entry(long sliceIndex) {
      return LedgerEntry.newBuilder()
          .setSliceIndex(sliceIndex)
          .setOk(ok)
          .setHttpError(httpErrors)
          .setTimeout(timeouts)
          .setIdHashHi(ids.hi())
          .setIdHashLo(ids.lo())
          .build();
    }
  }

  SyntheticLaneWriter lane() {
    return lane;
  }

  /** Returns the totals of the requests that have ended. */
  RunTotals totals() {
    return totals;
  }

  /** Writes the ends of the requests that end in this second. */
  void endRequests(long second) {
    List<SyntheticRequest> ending = inFlight.remove(second);
    if (ending != null) {
      inFlightCount -= ending.size();
      for (SyntheticRequest request : ending) {
        lane.append(EventKind.REQUEST_FRAGMENT, fragment(request, 1, false, true));
        ended(request);
      }
    }
  }

  /** Writes a request, or the first fragment of a long one. */
  void send(SyntheticRequest request) {
    issued++;
    if (request.isLong()) {
      lane.append(EventKind.REQUEST_FRAGMENT, fragment(request, 0, true, false));
      inFlight.computeIfAbsent(request.endSecond(), any -> new ArrayList<>()).add(request);
      inFlightCount++;
    } else {
      lane.append(EventKind.REQUEST_FRAGMENT, fragment(request, 0, true, true));
      ended(request);
    }
  }

  private void ended(SyntheticRequest request) {
    RequestId id = idOf(request);
    slice.add(request, id);
    all.add(request, id);
    totals = totals.plus(request);
  }

  /** Writes a heartbeat, with the entry of the ledger if a slice ends. */
  void heartbeat(long second) {
    List<LedgerEntry> ledger = List.of();
    if (second > 0 && second % shape.sliceSeconds() == 0) {
      if (!slice.isEmpty()) {
        ledger = List.of(slice.entry(second / shape.sliceSeconds() - 1));
      }
      slice = new Ledger();
    }
    lane.heartbeat(second * RunShape.NANOS_PER_SECOND, issued, inFlightCount, ledger);
  }

  void end(long second) {
    lane.ended(second * RunShape.NANOS_PER_SECOND, all.entry(LANE_TOTALS), issued);
  }

  private RequestId idOf(SyntheticRequest request) {
    return RequestId.of(generator, incarnation, request.number() / RunShape.GENERATORS);
  }

  private RequestFragment fragment(
      SyntheticRequest request, int number, boolean first, boolean last) {
    RequestId id = idOf(request);
    int chunks = last ? request.chunkAtNanos().length : 0;
    boolean responds = last && request.ending() != Ending.TIMEOUT;
    Long respondedAt = responds ? (Long) respondedAtNanos(request) : null;
    return new RequestFragment(
        id.hi(),
        id.lo(),
        number,
        first ? planned(request) : null,
        first ? transport(request) : null,
        respondedAt,
        respondedAt,
        chunks,
        chunkTimes(request, chunks),
        chunkTokens(request, chunks),
        chunkReads(chunks),
        ByteBuffer.allocate(0),
        last ? ended(request, chunks) : null);
  }

  private static long respondedAtNanos(SyntheticRequest request) {
    return request.isOk() ? request.chunkAtNanos()[0] : request.endedAtNanos();
  }

  private ByteBuffer chunkTimes(SyntheticRequest request, int chunks) {
    for (int i = 0; i < chunks; i++) {
      long before = i == 0 ? 0 : request.chunkAtNanos()[i - 1];
      varints.write(request.chunkAtNanos()[i] - before);
    }
    return varints.take();
  }

  private ByteBuffer chunkTokens(SyntheticRequest request, int chunks) {
    for (int i = 0; i < chunks; i++) {
      varints.write(request.chunkTokens()[i]);
    }
    return varints.take();
  }

  /** Each chunk arrives in a read of its own. */
  private ByteBuffer chunkReads(int chunks) {
    for (int i = 0; i < chunks; i++) {
      varints.write(i == 0 ? 0 : 1);
    }
    return varints.take();
  }

  /** Every prompt is a different one, which is the worst case for the job. */
  private static Planned planned(SyntheticRequest request) {
    long number = request.number();
    String model = SyntheticRun.MODELS.get((int) (number / RunShape.GENERATORS % 2));
    return new Planned(
        number,
        number,
        "session-" + number,
        0,
        "c" + number,
        model,
        0,
        number * 0x9E37_79B9_7F4A_7C15L + 1,
        request.inputTokens(),
        null,
        request.sentAtNanos(),
        request.sentAtNanos(),
        Map.of(SyntheticRun.DIMENSION, model),
        0,
        0L,
        null);
  }

  private static Transport transport(SyntheticRequest request) {
    long sent = request.sentAtNanos();
    return new Transport(null, null, null, null, null, sent, sent + 20_000, true, 3_000L);
  }

  private static Ended ended(SyntheticRequest request, int chunks) {
    return new Ended(
        request.ending(),
        request.endedAtNanos(),
        status(request.ending()),
        reason(request.ending()),
        null,
        request.isOk() ? "stop" : null,
        request.isOk() ? (Integer) request.outputTokens() : null,
        null,
        0,
        null,
        0,
        false,
        null,
        200L * chunks,
        chunks,
        0);
  }

  private static @Nullable Integer status(Ending ending) {
    return switch (ending) {
      case OK -> 200;
      case HTTP_ERROR -> 500;
      default -> null;
    };
  }

  private static @Nullable String reason(Ending ending) {
    return switch (ending) {
      case OK -> null;
      case HTTP_ERROR -> HTTP_ERROR;
      default -> TIMEOUT;
    };
  }
}
