package io.longhaul.load.record;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.Usage;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.keep.ExchangeCollector;
import io.longhaul.load.tokenizer.CachingTokenCounter;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Planned;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;
import org.jspecify.annotations.Nullable;

/**
 * One open request: collects its facts, and writes those that are not yet published to each
 * fragment. For the recording thread. Input times are those of the process's clock, output times
 * are lane times.
 */
final class OpenRequest {
  /** A fact that does not exist (yet). */
  static final long NONE = Long.MAX_VALUE;

  private static final int NO_READ = -1;

  private final PlannedRequest planned;
  private final long handedAtNanos;
  private final long laneStartNanos;
  private final ResponseDecoder decoder;
  private final ExchangeCollector collector;
  private final ResponseListener listener;

  /** Null if the server counts tokens. */
  private final @Nullable ResponseTokenCounter tokens;

  private final ChunkColumns chunks = new ChunkColumns();

  /** Time of the oldest fact that no fragment contains; {@link #NONE} if there is none. */
  private long oldestUnpublishedNanos;

  private int fragments;

  private long connectStartedAt = NONE;
  private long connectedAt = NONE;
  private long tlsEndedAt = NONE;
  private long sentAt = NONE;
  private long writtenAt = NONE;
  private long bytesSent;
  private boolean connectionReused;
  private boolean sendPublished;
  private boolean writePublished;
  private boolean retried;

  private long headersAt = NONE;
  private boolean headersPublished;
  private long firstBodyAt = NONE;
  private boolean firstBodyPublished;
  private @Nullable Integer status;

  private long bodyAt;
  private int bodyRead;
  private long bytesReceived;
  private int reads;
  private int lastRead = NO_READ;

  private long cancelledAt = NONE;
  private @Nullable CancelCause cancelCause;

  /**
   * @param tokenCounter counts the tokens of the response; null if the server does
   * @param collector receives the response unchanged
   * @param listener receives the content of the response
   */
  OpenRequest(
      PlannedRequest planned,
      long handedAtNanos,
      long laneStartNanos,
      EndpointDialect dialect,
      @Nullable CachingTokenCounter tokenCounter,
      ExchangeCollector collector,
      ResponseListener listener) {
    this.planned = planned;
    this.handedAtNanos = handedAtNanos;
    this.laneStartNanos = laneStartNanos;
    this.decoder = new ResponseDecoder(dialect, this::chunk);
    this.tokens = tokenCounter == null ? null : new ResponseTokenCounter(tokenCounter);
    this.collector = collector;
    this.listener = listener;
    this.oldestUnpublishedNanos = handedAtNanos;
  }

  RequestId id() {
    return planned.id();
  }

  ExchangeCollector collector() {
    return collector;
  }

  long handedAtNanos() {
    return handedAtNanos;
  }

  long oldestUnpublishedNanos() {
    return oldestUnpublishedNanos;
  }

  /** Returns the size of the chunks that are not published yet, in bytes. */
  int unpublishedBytes() {
    return chunks.sizeBytes();
  }

  /** Returns whether the rest of the response is ignored. */
  boolean isUnreadable() {
    return decoder.failure() != null;
  }

  /**
   * Records a fact of the connection or of sending.
   *
   * @param number for {@link Fact#SENT} 1 if the connection was reused, for {@link Fact#WRITTEN}
   *     the number of bytes
   */
  void transport(Fact fact, long atNanos, long number) {
    if (retried) {
      return;
    }
    switch (fact) {
      case CONNECT_STARTED -> connectStartedAt = atNanos;
      case CONNECTED -> connectedAt = atNanos;
      case TLS_ENDED -> tlsEndedAt = atNanos;
      case SENT -> {
        sentAt = atNanos;
        connectionReused = number == 1;
      }
      case WRITTEN -> {
        writtenAt = atNanos;
        bytesSent = number;
      }
      default -> throw new IllegalArgumentException("Invalid transport fact: " + fact);
    }
    noteUnpublished(atNanos);
  }

  /** Records a retry. The times of the first attempt remain valid. */
  void retried() {
    retried = true;
  }

  void headers(long atNanos, int newStatus, String contentType) {
    headersAt = atNanos;
    status = newStatus;
    decoder.head(newStatus, contentType);
    collector.head(contentType);
    noteUnpublished(atNanos);
  }

  void body(long atNanos, int read, byte[] bytes) {
    if (firstBodyAt == NONE) {
      firstBodyAt = atNanos;
      noteUnpublished(atNanos);
    }
    bodyAt = atNanos;
    bodyRead = read;
    bytesReceived += bytes.length;
    if (read != lastRead) {
      lastRead = read;
      reads++;
    }
    decoder.body(bytes);
    collector.body(atNanos, bytes);
  }

  private void chunk(Delta delta) {
    chunks.add(laneTime(bodyAt), bodyRead, delta.kind());
    if (tokens != null) {
      tokens.add(delta);
    }
    collector.text(delta.reasoning());
    collector.text(delta.content());
    listener.delta(delta);
    noteUnpublished(bodyAt);
  }

  void cancelStarted(long atNanos, CancelCause cause) {
    cancelledAt = atNanos;
    cancelCause = cause;
  }

  private void noteUnpublished(long atNanos) {
    oldestUnpublishedNanos = Math.min(oldestUnpublishedNanos, atNanos);
  }

  /** Ends the response and returns the outcome, given the end of the exchange. */
  RequestOutcome outcome(ExchangeEnd end) {
    boolean endedProperly = end.kind() == ExchangeEnd.Kind.COMPLETE;
    decoder.end(endedProperly);
    return RequestOutcome.of(end, status, decoder, cancelCause);
  }

  /** Ends the calls to the response listener. */
  void notifyListener(RequestOutcome outcome) {
    listener.ended(
        outcome.ending() == Ending.OK,
        tokens == null ? ResponseListener.UNCOUNTED : tokens.outputTokens(),
        tokens == null ? ResponseListener.UNCOUNTED : tokens.reasoningTokens());
  }

  /** Returns a fragment with all unpublished facts; the request continues. */
  RequestFragment cut() {
    if (tokens != null) {
      tokens.cut(chunks.tokens());
    }
    return fragment(null);
  }

  /** Returns a fragment with all unpublished facts and the end. */
  RequestFragment end(long atNanos, RequestOutcome outcome, ExchangeEnd end) {
    if (tokens != null) {
      tokens.finish(chunks.tokens());
    }
    boolean stale = retried || end.kind() == ExchangeEnd.Kind.STALE_CONNECTION;
    return fragment(
        new Ended(
            outcome.ending(),
            laneTime(atNanos),
            status,
            outcome.reason(),
            outcome.message(),
            decoder.finishReason().orElse(null),
            tokens == null ? null : tokens.outputTokens(),
            tokens == null || tokens.reasoningTokens() == 0 ? null : tokens.reasoningTokens(),
            tokens == null ? 0 : tokens.correction(),
            decoder.usage().map(OpenRequest::usageToWire).orElse(null),
            retried ? 1 : 0,
            stale,
            laneTimeOrNull(cancelledAt),
            bytesReceived,
            reads,
            decoder.utf8Replaced()));
  }

  private RequestFragment fragment(@Nullable Ended ended) {
    boolean publishHeaders = headersAt != NONE && !headersPublished;
    boolean publishBody = firstBodyAt != NONE && !firstBodyPublished;
    RequestFragment fragment =
        new RequestFragment(
            planned.id().hi(),
            planned.id().lo(),
            fragments,
            fragments == 0 ? plannedToWire() : null,
            transportOrNull(),
            publishBody ? (Long) laneTime(firstBodyAt) : null,
            publishHeaders ? (Long) laneTime(headersAt) : null,
            chunks.count(),
            chunks.takeTimes(),
            chunks.takeTokens(),
            chunks.takeReads(),
            chunks.takeKinds(),
            ended);
    chunks.clear();
    headersPublished |= publishHeaders;
    firstBodyPublished |= publishBody;
    fragments++;
    oldestUnpublishedNanos = NONE;
    return fragment;
  }

  private Planned plannedToWire() {
    return new Planned(
        planned.planIndex(),
        planned.entryIndex(),
        planned.sessionId(),
        planned.turnIndex(),
        planned.correlationId(),
        planned.model(),
        planned.urlIndex(),
        planned.promptHash(),
        planned.inputTokens(),
        planned.requestedOutputTokens(),
        laneTime(planned.scheduledAtNanos()),
        laneTime(handedAtNanos),
        planned.labels(),
        planned.images(),
        planned.audioNanos(),
        planned.requestedInputTokens());
  }

  /**
   * Returns the unpublished transport facts: all of them once the request is being sent, before
   * that those of the connection; or only the end of the write, if the rest was published before.
   * Null if there are none.
   */
  private @Nullable Transport transportOrNull() {
    boolean writingKnown = writtenAt != NONE;
    if (sendPublished) {
      return writingKnown && !writePublished ? writing() : null;
    }
    if (connectStartedAt == NONE && sentAt == NONE) {
      return null;
    }
    sendPublished = sentAt != NONE;
    writePublished = writingKnown;
    return new Transport(
        null,
        null,
        laneTimeOrNull(connectStartedAt),
        laneTimeOrNull(connectedAt),
        laneTimeOrNull(tlsEndedAt),
        laneTimeOrNull(sentAt),
        laneTimeOrNull(writtenAt),
        connectionReused,
        bytesSent);
  }

  private Transport writing() {
    writePublished = true;
    return Transport.newBuilder()
        .setWrittenAtNs(laneTime(writtenAt))
        .setConnectionReused(connectionReused)
        .setBytesSent(bytesSent)
        .build();
  }

  private static UsageTold usageToWire(Usage usage) {
    return new UsageTold(
        intOrNull(usage.promptTokens()),
        intOrNull(usage.completionTokens()),
        intOrNull(usage.totalTokens()),
        intOrNull(usage.reasoningTokens()),
        intOrNull(usage.cacheReadTokens()));
  }

  /** Returns a count, or null if it is implausibly large. */
  private static @Nullable Integer intOrNull(@Nullable Long count) {
    return count == null || count > Integer.MAX_VALUE ? null : (Integer) count.intValue();
  }

  private long laneTime(long nanos) {
    return nanos - laneStartNanos;
  }

  private @Nullable Long laneTimeOrNull(long nanos) {
    return nanos == NONE ? null : (Long) laneTime(nanos);
  }
}
