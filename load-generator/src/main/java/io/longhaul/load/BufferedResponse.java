package io.longhaul.load;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.ExchangeListener;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The response to a request that is not part of the load. Belongs to the client's event loop until
 * it has ended.
 */
final class BufferedResponse implements ExchangeListener {
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<ExchangeEnd> ended = new CompletableFuture<>();
  private int status;

  private BufferedResponse() {}

  /**
   * Sends a request and waits for the end of the response. Must not be called on the client's event
   * loop.
   */
  static BufferedResponse to(OutgoingRequest request, LlmClient client) {
    BufferedResponse response = new BufferedResponse();
    client.execute(() -> client.send(request, LlmClient.IMMEDIATELY, response));
    response.ended.join();
    return response;
  }

  /** Returns how the exchange ended. */
  ExchangeEnd end() {
    return ended.join();
  }

  boolean isComplete() {
    return end().kind() == ExchangeEnd.Kind.COMPLETE;
  }

  /** Returns the status of a gRPC call that failed. */
  Optional<String> callStatus() {
    return end().kind() == ExchangeEnd.Kind.CALL_FAILED
        ? Optional.of(end().callStatus())
        : Optional.empty();
  }

  /** Returns the HTTP status. */
  int status() {
    return status;
  }

  byte[] body() {
    return body.toByteArray();
  }

  String text() {
    return body.toString(StandardCharsets.UTF_8);
  }

  String inWords() {
    return switch (end().kind()) {
      case COMPLETE -> "HTTP status " + status;
      case CONNECT_FAILED, CONNECT_TIMEOUT -> "cannot connect";
      case TIMEOUT -> "no response within the timeout";
      case CALL_FAILED -> "gRPC status " + end().callStatus();
      default -> end().message();
    };
  }

  @Override
  public void headers(long atNanos, int newStatus, String contentType) {
    status = newStatus;
  }

  @Override
  public void body(long atNanos, int read, byte[] bytes) {
    if (body.size() + bytes.length <= MAX_BODY_BYTES) {
      body.writeBytes(bytes);
    }
  }

  @Override
  public void ended(long atNanos, ExchangeEnd end) {
    ended.complete(end);
  }
}
