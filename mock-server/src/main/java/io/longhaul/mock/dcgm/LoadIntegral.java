package io.longhaul.mock.dcgm;

/**
 * The LLM server's load and its integral over time, exact: load is a step function of whole
 * streams, so the integral is a sum of whole stream-nanoseconds. Any thread.
 */
public final class LoadIntegral {
  private final int maxStreams;
  private long sinceNanos;
  private int streams;
  private long streamNanos;

  /**
   * The load at one moment.
   *
   * @param nanos the moment, on {@link System#nanoTime()}
   * @param streams open streams, at most those of full load
   * @param streamNanos the integral of {@code streams} from the beginning to the moment, in
   *     stream-nanoseconds
   */
  record Load(long nanos, int streams, long streamNanos) {}

  /**
   * @param startNanos when the integral begins, without load
   * @param maxStreams the streams of full load; what is above counts as this
   */
  public LoadIntegral(long startNanos, int maxStreams) {
    this.sinceNanos = startNanos;
    this.maxStreams = maxStreams;
  }

  /**
   * From this time on so many streams are open. A time before the last change counts as that of the
   * last change.
   */
  public synchronized void openStreamsChanged(long nanos, int openStreams) {
    advance(nanos);
    streams = Math.min(openStreams, maxStreams);
  }

  /** The load at this time; at the last change if the time lies before it. */
  synchronized Load at(long nanos) {
    advance(nanos);
    return new Load(sinceNanos, streams, streamNanos);
  }

  private void advance(long nanos) {
    if (nanos - sinceNanos > 0) {
      streamNanos += (nanos - sinceNanos) * streams;
      sinceNanos = nanos;
    }
  }
}
