package io.longhaul.load;

import io.longhaul.load.time.Threads;
import java.util.ArrayDeque;
import java.util.PrimitiveIterator;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Builds the first requests of a lane's sessions before they are due, on its own thread, because
 * reading a trace or generating long prompts would delay the event loop. Holds at most {@value
 * #MAX_BYTES} bytes.
 */
final class RequestPrefetcher implements FirstTurnSource {
  private static final long MAX_BYTES = 64L << 20;

  private final PrimitiveIterator.OfLong sessions;
  private final LongFunction<RequestFactory.PreparedRequest> builder;
  private final Consumer<Throwable> failed;
  private final Thread thread;
  private Runnable requestsReady = () -> {};

  /** Guards the fields below. */
  private final Object lock = new Object();

  private final Queue<RequestFactory.PreparedRequest> ready = new ArrayDeque<>();
  private long bytes;
  private boolean isLoopWaiting;
  private boolean closed;

  /**
   * @param sessions numbers of the lane's sessions, in order
   * @param failed called on the building thread if no more requests can be built
   */
  RequestPrefetcher(
      String name,
      PrimitiveIterator.OfLong sessions,
      LongFunction<RequestFactory.PreparedRequest> builder,
      Consumer<Throwable> failed) {
    this.sessions = sessions;
    this.builder = builder;
    this.failed = failed;
    this.thread = Threads.newDaemon("requests-" + name, this::buildAll);
  }

  /** Starts to build requests; calls {@code newRequestsReady} on the building thread. */
  @Override
  public void start(Runnable newRequestsReady) {
    requestsReady = newRequestsReady;
    thread.start();
  }

  private void buildAll() {
    try {
      while (sessions.hasNext() && add(builder.apply(sessions.nextLong()))) {
        // Build the next one.
      }
    } catch (InterruptedException e) {
      // Closed: no more requests are needed.
    } catch (RuntimeException e) {
      failed.accept(e);
    }
  }

  /** Adds a request; waits while there is no space for it. Returns whether more are needed. */
  private boolean add(RequestFactory.PreparedRequest prepared) throws InterruptedException {
    boolean wakeLoop;
    synchronized (lock) {
      while (!closed && bytes > 0 && bytes + prepared.bytes() > MAX_BYTES) {
        lock.wait();
      }
      ready.add(prepared);
      bytes += prepared.bytes();
      wakeLoop = isLoopWaiting && !closed;
      isLoopWaiting = false;
      if (closed) {
        return false;
      }
    }
    if (wakeLoop) {
      requestsReady.run();
    }
    return true;
  }

  @Override
  public RequestFactory.@Nullable PreparedRequest take(long session) {
    synchronized (lock) {
      RequestFactory.PreparedRequest next = ready.poll();
      if (next == null) {
        isLoopWaiting = true;
        return null;
      }
      bytes -= next.bytes();
      lock.notifyAll();
      return next;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      ready.clear();
      bytes = 0;
      lock.notifyAll();
    }
    thread.interrupt();
  }
}
