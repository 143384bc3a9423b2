package io.longhaul.benchmarks.fortnight;

import io.longhaul.wire.Ending;
import java.util.SplittableRandom;

/**
 * A request of a synthetic run; its number and the seed determine it. Times are nanoseconds since
 * the start of the run, which is also the start of all lanes.
 *
 * <p>Each request is sent in the first half of a second. Most of them end in the same second. One
 * of 64 waits 10, 30 or 60 s for its first chunk, so that its end is in another event, often in
 * another slice, and sometimes in another day. One in a hundred fails with an HTTP error, and one
 * in two hundred times out; both have no chunks.
 *
 * @param number position in the plan
 * @param sentAtNanos time of the send
 * @param endSecond second of the run in which it ends
 * @param chunkAtNanos arrival of each chunk; empty if the request failed
 * @param chunkTokens tokens of each chunk
 * @param endedAtNanos time of the last chunk or of the failure
 */
record SyntheticRequest(
    long number,
    long sentAtNanos,
    long endSecond,
    Ending ending,
    int inputTokens,
    long[] chunkAtNanos,
    int[] chunkTokens,
    long endedAtNanos) {
  private static final int MILLI = 1_000_000;
  private static final int ONE_LONG_OF = 64;

  /** Few values, so that the buckets of the distributions are full after a day. */
  private static final int[] WAITS_SECONDS = {10, 30, 60};

  static SyntheticRequest of(long number, RunShape shape) {
    SplittableRandom random =
        new SplittableRandom(shape.seed() + number * 0xD134_2543_DE82_EF95L); // unrelated sequences
    long second = shape.secondOf(number);
    long sent = second * RunShape.NANOS_PER_SECOND + random.nextInt(500 * MILLI);
    int waitSeconds =
        random.nextInt(ONE_LONG_OF) == 0 ? WAITS_SECONDS[random.nextInt(WAITS_SECONDS.length)] : 0;
    int inputTokens = random.nextInt(50, 1_000);
    long first = sent + random.nextInt(20 * MILLI, 200 * MILLI);
    long endSecond = second;
    if (waitSeconds > 0 && second + waitSeconds < shape.seconds()) {
      endSecond = second + waitSeconds;
      first = endSecond * RunShape.NANOS_PER_SECOND + random.nextInt(100 * MILLI, 300 * MILLI);
    }
    Ending ending = endingOf(random.nextInt(1_000));
    int chunks = ending == Ending.OK ? random.nextInt(4, 13) : 0;
    long[] chunkAt = new long[chunks];
    int[] tokens = new int[chunks];
    long at = first;
    for (int i = 0; i < chunks; i++) {
      at += i == 0 ? 0 : random.nextInt(MILLI, 20 * MILLI);
      chunkAt[i] = at;
      tokens[i] = random.nextInt(1, 4);
    }
    return new SyntheticRequest(number, sent, endSecond, ending, inputTokens, chunkAt, tokens, at);
  }

  private static Ending endingOf(int perMille) {
    return perMille < 10 ? Ending.HTTP_ERROR : perMille < 15 ? Ending.TIMEOUT : Ending.OK;
  }

  boolean isOk() {
    return ending == Ending.OK;
  }

  /** Returns whether it ends in another second than that in which it was sent. */
  boolean isLong() {
    return endSecond != sentAtNanos / RunShape.NANOS_PER_SECOND;
  }

  int outputTokens() {
    int sum = 0;
    for (int tokens : chunkTokens) {
      sum += tokens;
    }
    return sum;
  }
}
