package io.longhaul.metrics;

import java.util.Arrays;

/**
 * What latencies would be without the network between client and server, as AIPerf 0.13 has it
 * ({@code --network-latency-mean}, {@code --network-latency-automatic}): the round trip is taken
 * off each that begins with the sending of a request. Gaps inside an answer have none of it.
 *
 * @param nanos 0 when nobody told or measured one
 */
public record NetworkRoundTrip(long nanos) {
  public static final NetworkRoundTrip UNKNOWN = new NetworkRoundTrip(0);

  public boolean isKnown() {
    return nanos > 0;
  }

  /** Each latency without it, in a new array; nothing takes less than no time. */
  public long[] takenOff(long[] latencies) {
    return Arrays.stream(latencies).map(latency -> Math.max(latency - nanos, 0)).toArray();
  }
}
