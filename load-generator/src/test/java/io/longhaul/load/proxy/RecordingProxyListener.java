package io.longhaul.load.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records every exchange until the test takes it. */
final class RecordingProxyListener implements ProxyListener {
  private final BlockingQueue<RecordedExchangeText> ended = new LinkedBlockingQueue<>();

  /** The recorded text of one request and its response. */
  record RecordedExchangeText(
      RequestHead request,
      String requestText,
      ResponseHead response,
      String responseText,
      ProxiedExchangeEnd end) {}

  @Override
  public Optional<ExchangeTap> requestStarted(RequestHead head, long atNanos) {
    return Optional.of(new Tap(head));
  }

  RecordedExchangeText next() throws InterruptedException {
    RecordedExchangeText next = ended.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("No exchange ended within 10 s");
    }
    return next;
  }

  boolean isEmpty() {
    return ended.isEmpty();
  }

  private final class Tap implements ExchangeTap {
    private final RequestHead request;
    private final ByteArrayOutputStream requestText = new ByteArrayOutputStream();
    private final ByteArrayOutputStream responseText = new ByteArrayOutputStream();
    private ResponseHead response;

    Tap(RequestHead request) {
      this.request = request;
    }

    @Override
    public void requestBody(byte[] bytes) {
      requestText.writeBytes(bytes);
    }

    @Override
    public void responseHead(ResponseHead head) {
      response = head;
    }

    @Override
    public void responseBody(byte[] bytes) {
      responseText.writeBytes(bytes);
    }

    @Override
    public void ended(ProxiedExchangeEnd end, long atNanos) {
      ended.add(
          new RecordedExchangeText(
              request, requestText.toString(UTF_8), response, responseText.toString(UTF_8), end));
    }
  }
}
