package io.longhaul.load;

import java.util.ArrayDeque;
import java.util.PrimitiveIterator;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Makes the first requests of a lane's sessions before they are due, on a thread of its own:
 * reading a trace and making up long prompts is nothing for a loop that sends. As many are held as
 * fit into {@value #MAX_BYTES} bytes.
 */
final class RequestPrefetcher implements FirstTurnSource {
  private static final long MAX_BYTES = 64L << 20;

  private final PrimitiveIterator.OfLong sessions;
  private final LongFunction<RequestFactory.PreparedRequest> maker;
  private final Runnable requestsReady;
  private final Consumer<Throwable> failed;
  private final Thread thread;

  /** Guards what follows. */
  private final Object lock = new Object();

  private final Queue<RequestFactory.PreparedRequest> ready = new ArrayDeque<>();
  private long bytes;
  private boolean isLoopWaiting;
  private boolean closed;

  private RequestPrefetcher(
      String name,
      PrimitiveIterator.OfLong sessions,
      LongFunction<RequestFactory.PreparedRequest> maker,
      Runnable requestsReady,
      Consumer<Throwable> failed) {
    this.sessions = sessions;
    this.maker = maker;
    this.requestsReady = requestsReady;
    this.failed = failed;
    this.thread = new Thread(this::makeAll, "requests-" + name);
    thread.setDaemon(true);
  }

  /**
   * Begins to make requests.
   *
   * @param sessions numbers of those of the lane, in order
   * @param requestsReady called when one is ready after none was; on the thread that makes them
   * @param failed told when no more can be made; on the same thread
   */
  static RequestPrefetcher start(
      String name,
      PrimitiveIterator.OfLong sessions,
      LongFunction<RequestFactory.PreparedRequest> maker,
      Runnable requestsReady,
      Consumer<Throwable> failed) {
    RequestPrefetcher ahead = new RequestPrefetcher(name, sessions, maker, requestsReady, failed);
    ahead.thread.start();
    return ahead;
  }

  private void makeAll() {
    try {
      while (sessions.hasNext() && add(maker.apply(sessions.nextLong()))) {
        // The next one.
      }
    } catch (InterruptedException e) {
      // Closed; nobody waits for more.
    } catch (RuntimeException e) {
      failed.accept(e);
    }
  }

  /** Whether more are wanted. */
  private boolean add(RequestFactory.PreparedRequest made) throws InterruptedException {
    boolean wakes;
    synchronized (lock) {
      while (!closed && bytes > 0 && bytes + made.bytes() > MAX_BYTES) {
        lock.wait();
      }
      ready.add(made);
      bytes += made.bytes();
      wakes = isLoopWaiting && !closed;
      isLoopWaiting = false;
      if (closed) {
        return false;
      }
    }
    if (wakes) {
      requestsReady.run();
    }
    return true;
  }

  @Override
  public RequestFactory.PreparedRequest take(long session) {
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
