package io.longhaul.load.http;

/**
 * One event loop and the connections that live on it. A lane has exactly one; everything that is
 * measured happens on its loop.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>{@link #execute} may be called from any thread, {@link #close} from any but the loop's,
 *       everything else only on the loop.
 *   <li>Times are those of the process's {@code RunClock}.
 *   <li>Nothing here waits; what runs on the loop must not wait either.
 * </ol>
 */
public interface LlmClient extends AutoCloseable {

  /** Runs a task on the loop, as soon as it can. Any thread. */
  void execute(Runnable task);

  /**
   * Runs a task on the loop at a time of the clock, or at once when that has passed. On the loop.
   */
  Timer at(long atNanos, Runnable task);

  /**
   * Sends a request; no thread hop. On the loop.
   *
   * @param notBeforeNanos when it may leave. Whoever knows that beforehand calls a little earlier:
   *     everything is done by then but connecting, or on a kept connection the call that hands the
   *     bytes to the operating system.
   */
  Exchange send(OutgoingRequest request, long notBeforeNanos, ExchangeListener listener);

  /** Open connections, idle ones included. On the loop. */
  int openConnections();

  /**
   * Ends every exchange as cancelled, closes every connection and ends the loop's thread; returns
   * when that is done. What is sent meanwhile ends as cancelled, too.
   *
   * @throws IllegalStateException on the loop, which cannot wait for itself
   */
  @Override
  void close();

  /** A task that has not run yet. */
  interface Timer {
    /** The task will not run, unless it has begun. On the loop. */
    void cancel();
  }

  /** A request on its way. */
  interface Exchange {
    /**
     * Ends the exchange as {@link ExchangeEnd.Kind#CANCELLED}; its connection is closed, or where
     * others share that, its stream is reset. Does nothing when it has ended. On the loop.
     */
    void cancel();
  }
}
