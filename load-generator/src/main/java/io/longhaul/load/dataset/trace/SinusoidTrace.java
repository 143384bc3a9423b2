package io.longhaul.load.dataset.trace;

import io.longhaul.load.plan.check.SeededRandom;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Generates a {@code mooncake_trace} like Dynamo's {@code sin_synth.py}: the request rate and the
 * fraction of requests with the first of two shapes follow sinusoids that start at their minimum.
 * Prompts are chains of blocks drawn from a pool. Two prompts share an ID only if they share all
 * blocks before it.
 *
 * @param durationSeconds duration of the trace
 * @param intervalSeconds interval for which requests are drawn together: their number from a
 *     Poisson distribution, their times evenly spaced
 * @param rate requests per second
 * @param first lengths of the first shape
 * @param second lengths of the second shape
 * @param firstShare probability of the first shape
 * @param blockTokens tokens per block
 * @param blocks highest block number; the pool has one block more
 */
public record SinusoidTrace(
    double durationSeconds,
    double intervalSeconds,
    Wave rate,
    Lengths first,
    Lengths second,
    Wave firstShare,
    int blockTokens,
    int blocks) {

  /**
   * The function {@code middle - amplitude * cos(2 pi t / period)}.
   *
   * @param lowest value at the start
   * @param highest value half a period later
   */
  public record Wave(double lowest, double highest, double periodSeconds) {
    double at(double seconds) {
      double middle = (lowest + highest) / 2;
      double amplitude = (highest - lowest) / 2;
      return middle - amplitude * StrictMath.cos(2 * StrictMath.PI * seconds / periodSeconds);
    }
  }

  /** Tokens of a prompt and of its response. */
  public record Lengths(int input, int output) {}

  /** Parent of a first block. */
  private static final long NO_PARENT = -1;

  private record Link(long parent, int block) {}

  /**
   * Writes the trace, one request per line. The same seed yields the same trace.
   *
   * @return the number of requests
   */
  public int writeTo(Appendable out, long seed) throws IOException {
    SeededRandom counts = SeededRandom.named(seed, "synthesize.counts");
    SeededRandom shapes = SeededRandom.named(seed, "synthesize.shapes");
    SeededRandom blockChoices = SeededRandom.named(seed, "synthesize.blocks");
    Map<Link, Long> ids = new HashMap<>();
    int requests = 0;
    for (int i = 0; i * intervalSeconds < durationSeconds; i++) {
      double start = i * intervalSeconds;
      int count = poisson(rate.at(start) * intervalSeconds, counts);
      for (int j = 0; j < count; j++) {
        double time = start + intervalSeconds * j / count;
        Lengths lengths = shapes.nextUnit() < firstShare.at(time) ? first : second;
        writeLine(out, time, lengths, blockChoices, ids);
      }
      requests += count;
    }
    return requests;
  }

  private void writeLine(
      Appendable out, double time, Lengths lengths, SeededRandom blockChoices, Map<Link, Long> ids)
      throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "{\"timestamp\": %d, \"input_length\": %d, \"output_length\": %d, \"hash_ids\": [",
            (long) (time * 1_000),
            lengths.input(),
            lengths.output()));
    long parent = NO_PARENT;
    int chain = (lengths.input() + blockTokens - 1) / blockTokens;
    for (int i = 0; i < chain; i++) {
      Link link = new Link(parent, blockChoices.nextInt(blocks + 1));
      Long known = ids.putIfAbsent(link, (long) ids.size());
      parent = known == null ? ids.size() - 1 : known;
      out.append(i == 0 ? "" : ", ").append(Long.toString(parent));
    }
    out.append("]}\n");
  }

  /** Draws the number of arrivals of a Poisson process with this mean. */
  private static int poisson(double mean, SeededRandom random) {
    int count = 0;
    double passed = -StrictMath.log(random.nextUnit());
    while (passed < mean) {
      count++;
      passed -= StrictMath.log(random.nextUnit());
    }
    return count;
  }
}
