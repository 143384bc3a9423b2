package io.longhaul.metrics;

import java.util.Arrays;

/**
 * Requests told in a few words: {@code "t140 t150 +t150 r170 e200"} is text at 140 ms, text at 150
 * ms, more text of the same network read, reasoning at 170 ms and the end at 200 ms. The request
 * was scheduled at 90 ms, taken up at 95 ms and its first byte left at 100 ms.
 */
public final class TestTraces {
  private static final long MILLI = 1_000_000;

  private TestTraces() {}

  /** A streamed request with 10 input tokens that ended with its last word. */
  public static RequestTraceBuilder heard(String story) {
    String[] words = story.split(" ", -1);
    long[] at = new long[words.length];
    int[] reads = new int[words.length];
    byte[] kinds = new byte[words.length];
    int chunks = 0;
    long end = RequestTrace.NONE;
    for (String word : words) {
      boolean sameRead = word.startsWith("+");
      String told = sameRead ? word.substring(1) : word;
      end = Math.round(Double.parseDouble(told.substring(1)) * MILLI);
      if (!told.startsWith("e")) {
        at[chunks] = end;
        kinds[chunks] = told.startsWith("r") ? RequestTrace.REASONING : RequestTrace.CONTENT;
        int lastRead = chunks == 0 ? 0 : reads[chunks - 1];
        reads[chunks] = sameRead ? lastRead : lastRead + 1;
        chunks++;
      }
    }
    return RequestTrace.builder()
        .scheduledAtNanos(90 * MILLI)
        .handedAtNanos(95 * MILLI)
        .sentAtNanos(100 * MILLI)
        .endedAtNanos(end)
        .chunks(
            Arrays.copyOf(at, chunks), Arrays.copyOf(reads, chunks), Arrays.copyOf(kinds, chunks))
        .inputTokens(10);
  }

  /** A valid request with this latency and nothing else to tell. */
  public static RequestTraceBuilder latencyOf(double millis) {
    return heard("t" + (100 + millis));
  }
}
