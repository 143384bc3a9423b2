package io.longhaul.metrics;

import java.util.Arrays;

/**
 * Creates request traces from short texts: {@code "t140 t150 +t150 r170 e200"} means text at 140
 * ms, text at 150 ms, more text in the same network read, reasoning at 170 ms and the end at 200
 * ms. The request was scheduled at 90 ms, taken by the event loop at 95 ms and sent at 100 ms.
 */
public final class TestTraces {
  private static final long MILLI = 1_000_000;

  private TestTraces() {}

  /** Returns a streamed request with 10 input tokens that ended with the last event of the text. */
  public static RequestTraceBuilder traceOf(String events) {
    String[] words = events.split(" ", -1);
    long[] at = new long[words.length];
    int[] reads = new int[words.length];
    byte[] kinds = new byte[words.length];
    int chunks = 0;
    long end = RequestTrace.NONE;
    for (String word : words) {
      boolean sameRead = word.startsWith("+");
      String event = sameRead ? word.substring(1) : word;
      end = Math.round(Double.parseDouble(event.substring(1)) * MILLI);
      if (!event.startsWith("e")) {
        at[chunks] = end;
        kinds[chunks] = event.startsWith("r") ? RequestTrace.REASONING : RequestTrace.CONTENT;
        int lastRead = chunks == 0 ? 0 : reads[chunks - 1];
        reads[chunks] = sameRead ? lastRead : lastRead + 1;
        chunks++;
      }
    }
    return new RequestTraceBuilder()
        .scheduledAtNanos(90 * MILLI)
        .handedAtNanos(95 * MILLI)
        .sentAtNanos(100 * MILLI)
        .endedAtNanos(end)
        .chunks(
            Arrays.copyOf(at, chunks), Arrays.copyOf(reads, chunks), Arrays.copyOf(kinds, chunks))
        .inputTokens(10);
  }

  /** Returns a valid request with a single chunk after this latency. */
  public static RequestTraceBuilder latencyOf(double millis) {
    return traceOf("t" + (100 + millis));
  }
}
