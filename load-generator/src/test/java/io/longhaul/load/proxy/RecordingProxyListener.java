package io.longhaul.load.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hears of every request, and keeps what was said until it is asked for. */
final class RecordingProxyListener implements ProxyListener {
  private final BlockingQueue<Heard> ended = new LinkedBlockingQueue<>();

  /** One request and its answer. */
  record Heard(
      RequestHead request,
      String asked,
      ResponseHead answer,
      String said,
      ProxiedExchangeEnd end) {}

  @Override
  public Optional<ExchangeTap> began(RequestHead head, long atNanos) {
    return Optional.of(new Tap(head));
  }

  Heard next() throws InterruptedException {
    Heard next = ended.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("No passage has ended within 10 s");
    }
    return next;
  }

  boolean isEmpty() {
    return ended.isEmpty();
  }

  private final class Tap implements ExchangeTap {
    private final RequestHead request;
    private final ByteArrayOutputStream asked = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private ResponseHead answer;

    Tap(RequestHead request) {
      this.request = request;
    }

    @Override
    public void requestBody(byte[] bytes) {
      asked.writeBytes(bytes);
    }

    @Override
    public void answerHead(ResponseHead head) {
      answer = head;
    }

    @Override
    public void answerBody(byte[] bytes) {
      said.writeBytes(bytes);
    }

    @Override
    public void ended(ProxiedExchangeEnd end, long atNanos) {
      ended.add(new Heard(request, asked.toString(UTF_8), answer, said.toString(UTF_8), end));
    }
  }
}
