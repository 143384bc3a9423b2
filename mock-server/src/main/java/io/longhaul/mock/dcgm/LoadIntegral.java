package io.longhaul.mock.dcgm;

import org.jspecify.annotations.Nullable;

/**
 * The LLM server's load and its exact integral over time. The load is a step function of whole
 * streams, so the integral is a sum of whole stream-nanoseconds. Thread-safe.
 */
public final class LoadIntegral {
  /** Number of open streams at full load, which is the maximum load. */
  static final int FULL_LOAD = 64;

  private long sinceNanos;
  private @Nullable Long firstNanos;
  private int streams;
  private long streamNanos;

  /**
   * The load at one time.
   *
   * @param nanos time by {@link System#nanoTime()}
   * @param streams open streams, at most those of full load
   * @param streamNanos integral of {@code streams} up to this time, in stream-nanoseconds
   * @param scriptNanos time since the first stream was opened; 0 before
   */
  record Load(long nanos, int streams, long streamNanos, long scriptNanos) {}

  /**
   * Starts the integral without load.
   *
   * @param startNanos start of the integral
   */
  public LoadIntegral(long startNanos) {
    this.sinceNanos = startNanos;
  }

  /**
   * Sets the number of open streams from a time on. A time before the last change counts as the
   * time of the last change.
   */
  public synchronized void openStreamsChanged(long nanos, int openStreams) {
    advance(nanos);
    if (firstNanos == null) {
      firstNanos = sinceNanos;
    }
    streams = Math.min(openStreams, FULL_LOAD);
  }

  /** Returns the load at a time, or at the last change if that is later. */
  synchronized Load at(long nanos) {
    advance(nanos);
    long scriptNanos = firstNanos == null ? 0 : sinceNanos - firstNanos;
    return new Load(sinceNanos, streams, streamNanos, scriptNanos);
  }

  private void advance(long nanos) {
    if (nanos - sinceNanos > 0) {
      streamNanos += (nanos - sinceNanos) * streams;
      sinceNanos = nanos;
    }
  }
}
