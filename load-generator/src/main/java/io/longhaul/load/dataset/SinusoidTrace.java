package io.longhaul.load.dataset;

import io.longhaul.load.plan.SeededRandom;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A made-up {@code mooncake_trace} as Dynamo's {@code sin_synth.py} makes it: the request rate goes
 * up and down as a sinusoid from its lowest, and so does the share of requests of the first of two
 * shapes. Prompts are chains of blocks drawn from a pool; two prompts share an id only where they
 * share everything before it.
 *
 * @param durationSeconds how long the trace is
 * @param intervalSeconds requests are drawn for one such stretch at a time: their number from a
 *     Poisson distribution, their times evenly
 * @param rate requests per second
 * @param first lengths of the first shape
 * @param second lengths of the second shape
 * @param firstShare probability of the first shape
 * @param blockTokens tokens of a block
 * @param blocks blocks in the pool, one more than this
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
   * {@code middle - amplitude * cos(2 pi t / period)}.
   *
   * @param lowest at the start
   * @param highest half a period later
   */
  public record Wave(double lowest, double highest, double periodSeconds) {
    double at(double seconds) {
      double middle = (lowest + highest) / 2;
      double amplitude = (highest - lowest) / 2;
      return middle - amplitude * StrictMath.cos(2 * StrictMath.PI * seconds / periodSeconds);
    }
  }

  /** Tokens of a prompt and of its answer. */
  public record Lengths(int input, int output) {}

  private record Link(long parent, int block) {}

  /**
   * Writes the trace, one request a line; the same for the same seed.
   *
   * @return how many requests it has
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
    long parent = -1;
    int chain = (lengths.input() + blockTokens - 1) / blockTokens;
    for (int i = 0; i < chain; i++) {
      Link link = new Link(parent, blockChoices.nextInt(blocks + 1));
      Long known = ids.putIfAbsent(link, (long) ids.size());
      parent = known == null ? ids.size() - 1 : known;
      out.append(i == 0 ? "" : ", ").append(Long.toString(parent));
    }
    out.append("]}\n");
  }

  /** How many arrivals of a Poisson process come in a stretch of so many mean gaps. */
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
