package io.longhaul.load.traffic;

import io.longhaul.load.proxy.ExchangeTap;
import io.longhaul.load.proxy.ProxiedExchangeEnd;
import io.longhaul.load.proxy.RequestHead;
import io.longhaul.load.proxy.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The bytes of one request and its response. Used by the proxy's event loop until the exchange
 * ends, then by the recorder's thread.
 */
final class RecordedExchange implements ExchangeTap {
  private final RequestHead request;
  private final long arrivedNanos;
  private final MemoryBudget budget;
  private final Consumer<RecordedExchange> onEnd;
  private final List<byte[]> requestBody = new ArrayList<>();
  private final List<byte[]> responseBody = new ArrayList<>();
  private ResponseHead response = new ResponseHead(0, "", "");
  private long held;
  private boolean overflowed;
  private ProxiedExchangeEnd end;
  private long endedNanos;

  RecordedExchange(
      RequestHead request,
      long arrivedNanos,
      MemoryBudget budget,
      Consumer<RecordedExchange> onEnd) {
    this.request = request;
    this.arrivedNanos = arrivedNanos;
    this.budget = budget;
    this.onEnd = onEnd;
  }

  @Override
  public void requestBody(byte[] bytes) {
    if (reserve(bytes)) {
      requestBody.add(bytes);
    }
  }

  @Override
  public void responseHead(ResponseHead head) {
    response = head;
  }

  @Override
  public void responseBody(byte[] bytes) {
    if (reserve(bytes)) {
      responseBody.add(bytes);
    }
  }

  private boolean reserve(byte[] bytes) {
    if (overflowed) {
      return false;
    }
    if (budget.tryReserve(bytes.length)) {
      held += bytes.length;
      return true;
    }
    overflowed = true;
    release();
    return false;
  }

  @Override
  public void ended(ProxiedExchangeEnd how, long atNanos) {
    end = how;
    endedNanos = atNanos;
    onEnd.accept(this);
  }

  /** Discards the bytes and returns their memory to the budget. */
  void release() {
    requestBody.clear();
    responseBody.clear();
    budget.release(held);
    held = 0;
  }

  RequestHead request() {
    return request;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  long endedNanos() {
    return endedNanos;
  }

  ProxiedExchangeEnd end() {
    return end;
  }

  /** Returns whether the memory budget was too small for this exchange. */
  boolean overflowed() {
    return overflowed;
  }

  byte[] requestBody() {
    ByteArrayOutputStream whole =
        new ByteArrayOutputStream(requestBody.stream().mapToInt(part -> part.length).sum());
    requestBody.forEach(whole::writeBytes);
    return whole.toByteArray();
  }

  ResponseHead response() {
    return response;
  }

  List<byte[]> responseBody() {
    return responseBody;
  }
}
