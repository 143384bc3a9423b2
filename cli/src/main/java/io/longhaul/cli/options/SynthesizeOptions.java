package io.longhaul.cli.options;

import io.longhaul.load.dataset.SinusoidTrace;
import io.longhaul.load.dataset.SinusoidTrace.Lengths;
import io.longhaul.load.dataset.SinusoidTrace.Wave;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * Options of the {@code synthesize} command, with the names and defaults of {@code sin_synth.py}.
 */
public final class SynthesizeOptions {
  @Option(
      names = "--time-duration",
      paramLabel = "SECONDS",
      description = "Length of the trace. Default: 100")
  String duration;

  @Option(
      names = "--request-rate-min",
      paramLabel = "RATE",
      description = "Minimum requests per second, at the start. Default: 5")
  String rateMin;

  @Option(
      names = "--request-rate-max",
      paramLabel = "RATE",
      description = "Maximum requests per second. Default: 10")
  String rateMax;

  @Option(
      names = "--request-rate-period",
      paramLabel = "SECONDS",
      description = "Period of the request rate, from one minimum to the next. Default: 10")
  String ratePeriod;

  @Option(
      names = "--isl1",
      paramLabel = "N",
      description = "Tokens in a prompt of the first shape. Default: 100")
  String input1;

  @Option(
      names = "--osl1",
      paramLabel = "N",
      description = "Output tokens of the first shape. Default: 2000")
  String output1;

  @Option(
      names = "--isl2",
      paramLabel = "N",
      description = "Tokens in a prompt of the second shape. Default: 5000")
  String input2;

  @Option(
      names = "--osl2",
      paramLabel = "N",
      description = "Output tokens of the second shape. Default: 100")
  String output2;

  @Option(
      names = "--isl-osl-ratio-min",
      paramLabel = "P",
      description = "Minimum share of the first shape, at the start. Default: 0.2")
  String shareMin;

  @Option(
      names = "--isl-osl-ratio-max",
      paramLabel = "P",
      description = "Maximum share of the first shape. Default: 0.8")
  String shareMax;

  @Option(
      names = "--isl-osl-ratio-period",
      paramLabel = "SECONDS",
      description = "Period of the share, from one minimum to the next. Default: 10")
  String sharePeriod;

  @Option(
      names = "--block-size",
      paramLabel = "N",
      description = "Number of tokens in a block. Default: 512")
  String blockSize;

  @Option(
      names = "--total-blocks",
      paramLabel = "N",
      description =
          "Number of different blocks; fewer blocks mean more shared prefixes. Default: 10000")
  String totalBlocks;

  @Option(
      names = "--process-interval",
      paramLabel = "SECONDS",
      description = "Length of the intervals in which requests are drawn. Default: 1")
  String interval;

  @Option(
      names = "--random-seed",
      paramLabel = "N",
      description = "Seed for all random choices. Default: 0")
  String seed;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Trace file to write. Default: a name that lists the parameters")
  String output;

  /** A trace to be written, where, and from which seed. */
  public record Wanted(SinusoidTrace trace, Path file, long seed) {}

  /**
   * What was typed.
   *
   * @throws InvalidOptionsException with all problems at once
   */
  public Wanted wanted() throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    Numbers numbers = new Numbers(problems);
    Wave rate =
        new Wave(
            numbers.rateFromZero("--request-rate-min", rateMin).orElse(5),
            numbers.rate("--request-rate-max", rateMax).orElse(10),
            numbers.lengthInSeconds("--request-rate-period", ratePeriod).orElse(10));
    Wave share =
        new Wave(
            numbers.atLeastZero("--isl-osl-ratio-min", shareMin).orElse(0.2),
            numbers.atLeastZero("--isl-osl-ratio-max", shareMax).orElse(0.8),
            numbers.lengthInSeconds("--isl-osl-ratio-period", sharePeriod).orElse(10));
    SinusoidTrace trace =
        new SinusoidTrace(
            numbers.lengthInSeconds("--time-duration", duration).orElse(100),
            numbers.lengthInSeconds("--process-interval", interval).orElse(1),
            rate,
            new Lengths(
                numbers.count("--isl1", input1, 1).orElse(100),
                numbers.count("--osl1", output1, 1).orElse(2_000)),
            new Lengths(
                numbers.count("--isl2", input2, 1).orElse(5_000),
                numbers.count("--osl2", output2, 1).orElse(100)),
            share,
            numbers.count("--block-size", blockSize, 1).orElse(512),
            numbers.count("--total-blocks", totalBlocks, 1).orElse(10_000));
    long chosenSeed = numbers.wholeNumber("--random-seed", seed, 0).orElse(0);
    if (rate.lowest() > rate.highest()) {
      problems.invalid("--request-rate-min", rateMin, "no more than --request-rate-max");
    }
    if (share.highest() > 1 || share.lowest() > share.highest()) {
      problems.add(
          "Invalid --isl-osl-ratio-max: " + share.highest() + " (from --isl-osl-ratio-min to 1)");
    }
    problems.throwIfAny();
    return new Wanted(trace, Path.of(output == null ? nameOf(trace) : output), chosenSeed);
  }

  private static String nameOf(SinusoidTrace trace) {
    return String.format(
        Locale.ROOT,
        "sin_b%d_t%s_rr%s-%s-%s_io%d%d-%d%d-%s-%s-%s.jsonl",
        trace.blockTokens(),
        plain(trace.durationSeconds()),
        trace.rate().lowest(),
        trace.rate().highest(),
        trace.rate().periodSeconds(),
        trace.first().input(),
        trace.first().output(),
        trace.second().input(),
        trace.second().output(),
        trace.firstShare().lowest(),
        trace.firstShare().highest(),
        plain(trace.firstShare().periodSeconds()));
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
