package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.util.Map;
import org.asynchttpclient.Request;
import org.asynchttpclient.RequestBuilder;
import org.asynchttpclient.uri.Uri;

/**
 * One request from the first try to its one end: keeps its time limit, decides whether it is tried
 * again, and ends it exactly once. On the loop.
 */
final class HttpExchange implements LlmClient.Exchange {

  private final AhcLlmClient client;
  private final OutgoingRequest request;
  private final ExchangeListener listener;
  private final Request firstTry;

  private LlmClient.Timer timeLimit = () -> {};
  private StreamingResponseHandler handler;
  private boolean ended;

  HttpExchange(AhcLlmClient client, OutgoingRequest request, ExchangeListener listener) {
    this.client = client;
    this.request = request;
    this.listener = listener;
    firstTry = prepare().build();
  }

  private RequestBuilder prepare() {
    RequestBuilder builder =
        new RequestBuilder("POST", true).setUri(Uri.create(request.target().toString()));
    for (Map.Entry<String, String> header : request.headers()) {
      builder.addHeader(header.getKey(), header.getValue());
    }
    return builder
        .setHeader("Accept-Encoding", "identity")
        .setBody(request.body())
        .setChannelPoolPartitioning(ConnectionPool.partitioningOf(request.owner()));
  }

  void start() {
    if (request.timeoutNanos() > 0) {
      timeLimit = client.at(client.nowNanos() + request.timeoutNanos(), this::timeOut);
    }
    attempt(firstTry);
  }

  private void attempt(Request prepared) {
    handler = client.newHandler(this, listener);
    handler.start(prepared);
  }

  /** A kept connection was closed before the first byte of an answer. */
  void endStale(String message) {
    if (ended) {
      return;
    }
    if (!client.retriesStale()) {
      end(client.nowNanos(), new ExchangeEnd(Kind.STALE_CONNECTION, message));
      return;
    }
    listener.retried(client.nowNanos());
    if (!ended) {
      attempt(
          prepare()
              .setChannelPoolPartitioning(ConnectionPool.freshPartitioningOf(request.owner()))
              .build());
    }
  }

  private void timeOut() {
    endNow(new ExchangeEnd(Kind.TIMEOUT, "no end of the answer within the time limit"));
  }

  @Override
  public void cancel() {
    endNow(new ExchangeEnd(Kind.CANCELLED, "cancelled by us"));
  }

  private void endNow(ExchangeEnd how) {
    if (claimEnd()) {
      if (handler != null) {
        handler.abandon();
      }
      listener.ended(client.nowNanos(), how);
    }
  }

  void end(long atNanos, ExchangeEnd how) {
    if (claimEnd()) {
      listener.ended(atNanos, how);
    }
  }

  private boolean claimEnd() {
    if (ended) {
      return false;
    }
    ended = true;
    timeLimit.cancel();
    client.over(this);
    return true;
  }
}
