package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the bytes of a response in small pieces. A content chunk counts as written with its last
 * byte.
 */
final class DripWriter implements Runnable {

  private record Pending(ByteBuf bytes, int chunks, int tokens) {}

  private final Exchange exchange;
  private final ScheduledExecutorService loop;
  private final int bytesPerWrite;
  private final long pauseNanos;
  private final Queue<Pending> queue = new ArrayDeque<>();
  private @Nullable Runnable afterwards;
  private @Nullable Future<?> timer;

  DripWriter(Exchange exchange, ScheduledExecutorService loop, int bytesPerWrite, long pauseNanos) {
    this.exchange = exchange;
    this.loop = loop;
    this.bytesPerWrite = bytesPerWrite;
    this.pauseNanos = pauseNanos;
  }

  void add(ByteBuf bytes, int chunks, int tokens) {
    queue.add(new Pending(bytes, chunks, tokens));
    if (timer == null) {
      run();
    }
  }

  boolean pending() {
    return !queue.isEmpty();
  }

  /** Runs a task directly after the last byte; must be called only while bytes are pending. */
  void whenDrained(Runnable task) {
    afterwards = task;
  }

  void stop() {
    if (timer != null) {
      timer.cancel(false);
    }
    queue.forEach(pending -> pending.bytes().release());
    queue.clear();
  }

  @Override
  public void run() {
    timer = null;
    Pending first = queue.peek();
    if (first == null) {
      return;
    }
    if (first.bytes().readableBytes() > bytesPerWrite) {
      exchange.writeNow(first.bytes().readRetainedSlice(bytesPerWrite), 0, 0);
    } else {
      queue.remove();
      exchange.writeNow(first.bytes(), first.chunks(), first.tokens());
    }
    if (queue.isEmpty() && afterwards != null) {
      afterwards.run();
    } else {
      timer = loop.schedule(this, pauseNanos, TimeUnit.NANOSECONDS);
    }
  }
}
