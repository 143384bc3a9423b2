package io.longhaul.load.traffic;

import io.longhaul.load.proxy.AnswerHead;
import io.longhaul.load.proxy.PassageEnd;
import io.longhaul.load.proxy.PassageTap;
import io.longhaul.load.proxy.RequestHead;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What one request and its answer said. On the proxy's loop to its end, then the recorder's. */
final class HeardPassage implements PassageTap {
  private final RequestHead request;
  private final long arrivedNanos;
  private final HeldBytes room;
  private final Consumer<HeardPassage> whenEnded;
  private final List<byte[]> requestBody = new ArrayList<>();
  private final List<byte[]> answerBody = new ArrayList<>();
  private AnswerHead answer = new AnswerHead(0, "", "");
  private long held;
  private boolean overflowed;
  private PassageEnd end;
  private long endedNanos;

  HeardPassage(
      RequestHead request, long arrivedNanos, HeldBytes room, Consumer<HeardPassage> whenEnded) {
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
  public void answerHead(AnswerHead head) {
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
  public void ended(PassageEnd how, long atNanos) {
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

  PassageEnd end() {
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

  AnswerHead answer() {
    return answer;
  }

  List<byte[]> answerBody() {
    return answerBody;
  }
}
