package io.longhaul.load.traffic;

import io.longhaul.load.proxy.ExchangeTap;
import io.longhaul.load.proxy.ProxiedExchangeEnd;
import io.longhaul.load.proxy.RequestHead;
import io.longhaul.load.proxy.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What one request and its answer said. On the proxy's loop to its end, then the recorder's. */
final class RecordedExchange implements ExchangeTap {
  private final RequestHead request;
  private final long arrivedNanos;
  private final MemoryBudget room;
  private final Consumer<RecordedExchange> whenEnded;
  private final List<byte[]> requestBody = new ArrayList<>();
  private final List<byte[]> answerBody = new ArrayList<>();
  private ResponseHead answer = new ResponseHead(0, "", "");
  private long held;
  private boolean overflowed;
  private ProxiedExchangeEnd end;
  private long endedNanos;

  RecordedExchange(
      RequestHead request,
      long arrivedNanos,
      MemoryBudget room,
      Consumer<RecordedExchange> whenEnded) {
    this.request = request;
    this.arrivedNanos = arrivedNanos;
    this.room = room;
    this.whenEnded = whenEnded;
  }

  @Override
  public void requestBody(byte[] bytes) {
    if (findsRoom(bytes)) {
      requestBody.add(bytes);
    }
  }

  @Override
  public void answerHead(ResponseHead head) {
    answer = head;
  }

  @Override
  public void answerBody(byte[] bytes) {
    if (findsRoom(bytes)) {
      answerBody.add(bytes);
    }
  }

  private boolean findsRoom(byte[] bytes) {
    if (overflowed) {
      return false;
    }
    if (room.take(bytes.length)) {
      held += bytes.length;
      return true;
    }
    overflowed = true;
    forget();
    return false;
  }

  @Override
  public void ended(ProxiedExchangeEnd how, long atNanos) {
    end = how;
    endedNanos = atNanos;
    whenEnded.accept(this);
  }

  /** Gives back what it holds. */
  void forget() {
    requestBody.clear();
    answerBody.clear();
    room.giveBack(held);
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

  /** Whether there was no room for all that it said. */
  boolean overflowed() {
    return overflowed;
  }

  byte[] requestBody() {
    ByteArrayOutputStream whole =
        new ByteArrayOutputStream(requestBody.stream().mapToInt(part -> part.length).sum());
    requestBody.forEach(whole::writeBytes);
    return whole.toByteArray();
  }

  ResponseHead answer() {
    return answer;
  }

  List<byte[]> answerBody() {
    return answerBody;
  }
}
