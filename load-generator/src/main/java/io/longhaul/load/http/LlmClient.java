package io.longhaul.load.http;

/**
 * A client with one event loop and its connections. Each lane uses exactly one client; everything
 * that is measured happens on its loop.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>{@link #execute} may be called from any thread, {@link #close} from any thread but the
 *       loop's, everything else only on the loop.
 *   <li>Times are those of the process's {@code RunClock}.
 *   <li>No method except {@link #close} blocks; tasks on the loop must not block either.
 * </ol>
 */
public interface LlmClient extends AutoCloseable {

  /** As the time of a request: it may leave immediately. */
  long IMMEDIATELY = Long.MIN_VALUE;

  /** Runs a task on the event loop as soon as possible. Any thread. */
  void execute(Runnable task);

  /** Runs a task on the event loop at this time, or immediately if it has passed. On the loop. */
  Timer at(long atNanos, Runnable task);

  /**
   * Sends a request, without a thread switch. On the event loop.
   *
   * @param notBeforeNanos when it may leave. If the caller knows this in advance, it calls slightly
   *     earlier: by then everything is done except connecting or, on a reused connection, passing
   *     the bytes to the operating system.
   */
  Exchange send(OutgoingRequest request, long notBeforeNanos, ExchangeListener listener);

  /** Returns the number of open connections, including idle ones. On the event loop. */
  int openConnections();

  /**
   * Ends every exchange as cancelled, closes every connection and ends the loop's thread; returns
   * when that is done. Requests that are sent meanwhile end as cancelled, too.
   *
   * @throws IllegalStateException if called on the event loop, which cannot wait for itself
   */
  @Override
  void close();

  /** A scheduled task. */
  interface Timer {
    /** Cancels nothing. */
    Timer NONE = () -> {};

    /** Cancels the task, unless it has started. On the event loop. */
    void cancel();
  }

  /** A request in progress. */
  interface Exchange {
    /**
     * Ends the exchange as {@link ExchangeEnd.Kind#CANCELLED}. Closes its connection or, if that is
     * shared, resets its stream. Does nothing if it has ended. On the event loop.
     */
    void cancel();
  }
}
