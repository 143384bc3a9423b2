package io.longhaul.load.record;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.ExchangeListener;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.schema.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one exchange to the lane's ring, on the event loop, and does nothing else.
 * Facts for which the ring has no space are counted; the end always has space.
 */
public final class ExchangeRecorder implements ExchangeListener {
  private final LaneIntake intake;
  final PlannedRequest planned;
  final OutgoingRequest outgoing;
  final ExchangeOwner owner;
  final ResponseListener listener;

  private long factsLost;

  /** Belongs to the recording thread. */
  private @Nullable OpenRequest request;

  ExchangeRecorder(
      LaneIntake intake,
      PlannedRequest planned,
      OutgoingRequest outgoing,
      ExchangeOwner owner,
      ResponseListener listener) {
    this.intake = intake;
    this.planned = planned;
    this.outgoing = outgoing;
    this.owner = owner;
    this.listener = listener;
  }

  public RequestId id() {
    return planned.id();
  }

  @Nullable OpenRequest request() {
    return request;
  }

  void setRequest(OpenRequest newRequest) {
    this.request = newRequest;
  }

  /** Records that the client is about to cancel this exchange. */
  public void cancelStarted(long atNanos, CancelCause cause) {
    record(Fact.CANCEL_BEGAN, atNanos, 0, cause);
  }

  @Override
  public void connectStarted(long atNanos) {
    record(Fact.CONNECT_STARTED, atNanos, 0, null);
  }

  @Override
  public void connected(long atNanos) {
    record(Fact.CONNECTED, atNanos, 0, null);
  }

  @Override
  public void tlsEnded(long atNanos) {
    record(Fact.TLS_ENDED, atNanos, 0, null);
  }

  @Override
  public void sent(long atNanos, boolean connectionReused) {
    record(Fact.SENT, atNanos, connectionReused ? 1 : 0, null);
    owner.sent(this, atNanos);
  }

  @Override
  public void written(long atNanos, long bytes) {
    record(Fact.WRITTEN, atNanos, bytes, null);
    owner.written(this, atNanos);
  }

  @Override
  public void headers(long atNanos, int status, String contentType) {
    record(Fact.HEADERS, atNanos, status, contentType);
    owner.written(this, atNanos);
  }

  @Override
  public void body(long atNanos, int read, byte[] bytes) {
    record(Fact.BODY, atNanos, read, bytes);
  }

  @Override
  public void retried(long atNanos) {
    record(Fact.RETRIED, atNanos, 0, null);
  }

  @Override
  public void ended(long atNanos, ExchangeEnd end) {
    intake.ended(this, atNanos, factsLost, end);
    owner.ended(this, atNanos, end);
  }

  private void record(Fact fact, long atNanos, long number, @Nullable Object content) {
    if (!intake.record(fact, atNanos, number, this, content)) {
      factsLost++;
    }
  }
}
