package io.longhaul.pipeline.history;

import io.longhaul.schema.RequestId;
import io.longhaul.schema.VarintWriter;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Planned;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Builder of a request's fragments. Times are in milliseconds after the run's start. One token and
 * one read per chunk by default.
 */
public final class TestRequest {
  private final long number;
  private Long scheduledAt;
  private Long connectStartedAt;
  private Long sentAt;
  private List<Long> chunksAt = List.of();
  private List<Integer> reads = List.of();
  private boolean tokensCounted = true;
  private Integer outputTokens;
  private Long endedAt;
  private Ending ending = Ending.OK;
  private Integer status = 200;
  private String reason;
  private UsageTold usage;
  private int tokenCorrection;
  private long prompt;
  private Integer askedTokens;
  private String finishReason = "stop";
  private Map<String, String> labels = Map.of();

  private TestRequest(long number) {
    this.number = number;
    this.prompt = number;
  }

  /** Creates a request; the number is its plan index and its ID. */
  public static TestRequest aRequest(long number) {
    return new TestRequest(number);
  }

  public static RequestId idOf(long number) {
    return RequestId.of(0, 1, number);
  }

  public TestRequest scheduledAt(long millis) {
    scheduledAt = millis;
    return this;
  }

  public TestRequest connectStartedAt(long millis) {
    connectStartedAt = millis;
    return this;
  }

  public TestRequest sentAt(long millis) {
    sentAt = millis;
    return this;
  }

  public TestRequest chunksAt(Long... millis) {
    chunksAt = List.of(millis);
    return this;
  }

  public TestRequest chunksAt(long... millis) {
    chunksAt = new ArrayList<>();
    for (long chunk : millis) {
      chunksAt.add(chunk);
    }
    return this;
  }

  /** Sets the ordinals of the network reads that completed the chunks. */
  public TestRequest inReads(Integer... ordinals) {
    reads = List.of(ordinals);
    return this;
  }

  public TestRequest withoutTokenCounts() {
    tokensCounted = false;
    return this;
  }

  /** Sets the number of tokens of its response; by default one per chunk. */
  public TestRequest outputTokens(int count) {
    outputTokens = count;
    return this;
  }

  public TestRequest endedAt(long millis) {
    endedAt = millis;
    return this;
  }

  public TestRequest failedAt(long millis, Ending how, Integer httpStatus, String why) {
    endedAt = millis;
    ending = how;
    status = httpStatus;
    reason = why;
    return this;
  }

  public TestRequest usage(int prompt, int completion) {
    usage =
        UsageTold.newBuilder()
            .setPromptTokens(prompt)
            .setCompletionTokens(completion)
            .setTotalTokens(prompt + completion)
            .build();
    return this;
  }

  public TestRequest tokenCorrection(int tokens) {
    tokenCorrection = tokens;
    return this;
  }

  /** Sets the hash of the prompt; by default unique. */
  public TestRequest withPrompt(long hash) {
    prompt = hash;
    return this;
  }

  /** Sets the requested length of the response. */
  public TestRequest asking(int outputTokens) {
    askedTokens = outputTokens;
    return this;
  }

  /** Sets the server's finish reason; null for none. */
  public TestRequest finishedBy(String why) {
    finishReason = why;
    return this;
  }

  /** Sets the values of the label dimensions. */
  public TestRequest labelled(Map<String, String> valuesByDimension) {
    labels = valuesByDimension;
    return this;
  }

  /** Returns the whole request in one fragment. */
  public RequestFragment whole() {
    return fragments(chunksAt.size()).get(0);
  }

  /**
   * Returns the request in several fragments.
   *
   * @param chunksPerFragment number of chunks of each fragment; the last one contains the end and
   *     all remaining chunks
   */
  public List<RequestFragment> fragments(int... chunksPerFragment) {
    List<RequestFragment> fragments = new ArrayList<>();
    int from = 0;
    for (int no = 0; no < chunksPerFragment.length; no++) {
      boolean last = no == chunksPerFragment.length - 1;
      int to = last ? chunksAt.size() : from + chunksPerFragment[no];
      fragments.add(fragment(no, from, to, last));
      from = to;
    }
    return fragments;
  }

  private RequestFragment fragment(int no, int from, int to, boolean last) {
    VarintWriter times = new VarintWriter();
    VarintWriter tokens = new VarintWriter();
    VarintWriter ordinals = new VarintWriter();
    for (int i = from; i < to; i++) {
      long before = i == from ? 0 : Times.at(chunksAt.get(i - 1));
      times.write(Times.at(chunksAt.get(i)) - before);
      ordinals.write(read(i) - (i == from ? 0 : read(i - 1)));
      if (tokensCounted) {
        tokens.write(1);
      }
    }
    RequestId id = idOf(number);
    return RequestFragment.newBuilder()
        .setRequestIdHi(id.hi())
        .setRequestIdLo(id.lo())
        .setFragmentNo(no)
        .setPlanned(no == 0 ? planned() : null)
        .setTransport(no == 0 ? transport() : null)
        .setFirstByteAtNs(no == 0 && !chunksAt.isEmpty() ? Times.at(chunksAt.get(0)) : null)
        .setHeadersAtNs(no == 0 && !chunksAt.isEmpty() ? Times.at(chunksAt.get(0)) : null)
        .setChunkCount(to - from)
        .setChunkTimesNs(times.take())
        .setChunkTokens(tokens.take())
        .setChunkReads(ordinals.take())
        .setChunkKinds(ByteBuffer.allocate(0))
        .setEnded(last && endedAt != null ? ended() : null)
        .build();
  }

  private int read(int chunk) {
    return reads.isEmpty() ? chunk : reads.get(chunk);
  }

  private Planned planned() {
    long handed = sentAt != null ? sentAt : connectStartedAt != null ? connectStartedAt : 0;
    return Planned.newBuilder()
        .setPlanIndex(number)
        .setEntryIndex(number)
        .setSessionId("s" + number)
        .setCorrelationId("c" + number)
        .setModel("model")
        .setPromptHash(prompt)
        .setInputTokens(10)
        .setRequestedInputTokens(12)
        .setRequestedOutputTokens(askedTokens)
        .setScheduledAtNs(Times.at(scheduledAt != null ? scheduledAt : handed))
        .setHandedAtNs(Times.at(handed))
        .setLabels(labels)
        .build();
  }

  private Transport transport() {
    if (sentAt == null && connectStartedAt == null) {
      return null;
    }
    return Transport.newBuilder()
        .setConnectStartedAtNs(lane(connectStartedAt))
        .setConnectedAtNs(connectStartedAt == null ? null : lane(sentAt))
        .setSentAtNs(lane(sentAt))
        .setWrittenAtNs(lane(sentAt))
        .setConnectionReused(connectStartedAt == null)
        .setBytesSent(100)
        .build();
  }

  private static Long lane(Long millis) {
    return millis == null ? null : Times.at(millis);
  }

  private Ended ended() {
    return Ended.newBuilder()
        .setEnding(ending)
        .setEndedAtNs(Times.at(endedAt))
        .setStatus(status)
        .setReason(reason)
        .setFinishReason(ending == Ending.OK ? finishReason : null)
        .setOutputTokens(
            !tokensCounted ? null : outputTokens == null ? (Integer) chunksAt.size() : outputTokens)
        .setTokenCorrection(tokenCorrection)
        .setUsage(usage)
        .setBytesReceived(1000)
        .setReads(chunksAt.size())
        .build();
  }
}
