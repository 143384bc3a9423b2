package io.longhaul.load.record;

import io.longhaul.schema.RequestId;
import io.longhaul.schema.VarintReader;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Planned;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request assembled from its fragments. Times are lane times. */
public record DecodedRequest(
    RequestId id,
    int fragments,
    Planned planned,
    Transport transport,
    Long headersAt,
    List<Long> chunkTimes,
    List<Long> chunkTokens,
    List<Long> chunkReads,
    Ended ended) {

  /** Returns the requests of these events, in the order of their first fragments. */
  public static List<DecodedRequest> of(List<LaneEvent> events) {
    Map<RequestId, List<RequestFragment>> byId = new LinkedHashMap<>();
    for (LaneEvent event : events) {
      if (event.event() instanceof RequestFragment fragment) {
        RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
        byId.computeIfAbsent(id, none -> new ArrayList<>()).add(fragment);
      }
    }
    return byId.entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList();
  }

  private static DecodedRequest of(RequestId id, List<RequestFragment> fragments) {
    Planned planned = null;
    Transport transport = null;
    Long headersAt = null;
    Ended ended = null;
    List<Long> times = new ArrayList<>();
    List<Long> tokens = new ArrayList<>();
    List<Long> reads = new ArrayList<>();
    for (int i = 0; i < fragments.size(); i++) {
      RequestFragment fragment = fragments.get(i);
      if (fragment.getFragmentNo() != i || ended != null) {
        throw new AssertionError("Fragments of " + id + " are not in order");
      }
      planned = planned == null ? fragment.getPlanned() : planned;
      transport = joined(transport, fragment.getTransport());
      headersAt = headersAt == null ? fragment.getHeadersAtNs() : headersAt;
      ended = fragment.getEnded();
      times.addAll(runningSum(fragment.getChunkTimesNs()));
      reads.addAll(runningSum(fragment.getChunkReads()));
      tokens.addAll(numbers(fragment.getChunkTokens()));
    }
    return new DecodedRequest(
        id, fragments.size(), planned, transport, headersAt, times, tokens, reads, ended);
  }

  public long arrivedTokens() {
    return chunkTokens.stream().mapToLong(Long::longValue).sum();
  }

  private static List<Long> runningSum(ByteBuffer packed) {
    List<Long> sums = new ArrayList<>();
    long sum = 0;
    for (long number : numbers(packed)) {
      sum += number;
      sums.add(sum);
    }
    return sums;
  }

  private static List<Long> numbers(ByteBuffer packed) {
    List<Long> numbers = new ArrayList<>();
    VarintReader reader = new VarintReader(packed);
    while (reader.hasNext()) {
      numbers.add(reader.next());
    }
    return numbers;
  }

  /** The end of the write may be published separately, after the rest. */
  private static Transport joined(Transport before, Transport sentIn) {
    if (before == null || sentIn == null) {
      return sentIn == null ? before : sentIn;
    }
    boolean writingAlone = sentIn.getSentAtNs() == null && sentIn.getWrittenAtNs() != null;
    return writingAlone
        ? Transport.newBuilder(before)
            .setWrittenAtNs(sentIn.getWrittenAtNs())
            .setBytesSent(sentIn.getBytesSent())
            .build()
        : sentIn;
  }
}
