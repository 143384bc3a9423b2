package io.longhaul.load.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Records all events, in order. */
class RecordingExchangeListener implements ExchangeListener {

  static final long PATIENCE_SECONDS = 10;

  /** A part of a body. */
  record Part(long atNanos, int read, String text) {}

  private final List<String> calls = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<ExchangeEnd> end = new CompletableFuture<>();
  private final CountDownLatch sent = new CountDownLatch(1);
  private final CountDownLatch headers = new CountDownLatch(1);
  private final CountDownLatch firstPart = new CountDownLatch(1);

  private volatile long bytesWritten;

  private synchronized void call(String name, long atNanos) {
    calls.add(name);
    times.add(atNanos);
  }

  @Override
  public void connectStarted(long atNanos) {
    call("connectStarted", atNanos);
  }

  @Override
  public void connected(long atNanos) {
    call("connected", atNanos);
  }

  @Override
  public void tlsEnded(long atNanos) {
    call("tlsEnded", atNanos);
  }

  @Override
  public void sent(long atNanos, boolean connectionReused) {
    call(connectionReused ? "sent again on it" : "sent", atNanos);
    sent.countDown();
  }

  @Override
  public void written(long atNanos, long bytes) {
    call("written", atNanos);
    bytesWritten = bytes;
  }

  @Override
  public void headers(long atNanos, int status, String contentType) {
    call("headers " + status + (contentType.isEmpty() ? "" : " " + contentType), atNanos);
    headers.countDown();
  }

  @Override
  public void body(long atNanos, int read, byte[] bytes) {
    call("body", atNanos);
    synchronized (this) {
      parts.add(new Part(atNanos, read, new String(bytes, StandardCharsets.UTF_8)));
      body.writeBytes(bytes);
    }
    firstPart.countDown();
  }

  @Override
  public void retried(long atNanos) {
    call("retried", atNanos);
  }

  @Override
  public void ended(long atNanos, ExchangeEnd how) {
    call("ended", atNanos);
    if (!end.complete(how)) {
      throw new AssertionError("Ended twice: " + how);
    }
  }

  ExchangeEnd awaitEnd() throws Exception {
    return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  boolean hasEnded() {
    return end.isDone();
  }

  void awaitSent() throws InterruptedException {
    await(sent);
  }

  void awaitHeaders() throws InterruptedException {
    await(headers);
  }

  void awaitFirstPart() throws InterruptedException {
    await(firstPart);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("Waited in vain");
    }
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized List<Long> times() {
    return List.copyOf(times);
  }

  synchronized long timeOf(String call) {
    return times.get(calls.indexOf(call));
  }

  synchronized List<Part> parts() {
    return List.copyOf(parts);
  }

  long bytesWritten() {
    return bytesWritten;
  }

  synchronized String bodyText() {
    return body.toString(StandardCharsets.UTF_8);
  }
}
