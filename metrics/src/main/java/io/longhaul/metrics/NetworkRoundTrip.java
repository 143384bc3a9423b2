package io.longhaul.metrics;

import java.util.Arrays;

/**
 * The network round trip between client and server, which AIPerf 0.13 subtracts from latencies
 * ({@code --network-latency-mean}, {@code --network-latency-automatic}): from each latency that
 * starts when a request is sent, not from gaps within a response.
 *
 * @param nanos 0 if it was neither given nor measured
 */
public record NetworkRoundTrip(long nanos) {
  public static final NetworkRoundTrip UNKNOWN = new NetworkRoundTrip(0);

  public boolean isKnown() {
    return nanos > 0;
  }

  /** Returns each latency minus the round trip, at least 0, in a new array. */
  public long[] subtractFrom(long[] latencies) {
    return Arrays.stream(latencies).map(latency -> Math.max(latency - nanos, 0)).toArray();
  }
}
