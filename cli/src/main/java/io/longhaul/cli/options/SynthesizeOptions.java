package io.longhaul.cli.options;

import io.longhaul.load.dataset.SinusoidTrace;
import io.longhaul.load.dataset.SinusoidTrace.Lengths;
import io.longhaul.load.dataset.SinusoidTrace.Wave;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * Options of the {@code synthesize} command, with the names and defaults of {@code sin_synth.py}.
 */
public final class SynthesizeOptions {
  @Option(
      names = "--time-duration",
      converter = Converters.LengthInSeconds.class,
      paramLabel = "SECONDS",
      description = "Length of the trace. Default: 100")
  @Nullable OptionValue<Double> duration;

  @Option(
      names = "--request-rate-min",
      converter = Converters.RateOrZero.class,
      paramLabel = "RATE",
      description = "Minimum requests per second, at the start. Default: 5")
  @Nullable OptionValue<Double> rateMin;

  @Option(
      names = "--request-rate-max",
      converter = Converters.Rate.class,
      paramLabel = "RATE",
      description = "Maximum requests per second. Default: 10")
  @Nullable OptionValue<Double> rateMax;

  @Option(
      names = "--request-rate-period",
      converter = Converters.LengthInSeconds.class,
      paramLabel = "SECONDS",
      description = "Period of the request rate, from one minimum to the next. Default: 10")
  @Nullable OptionValue<Double> ratePeriod;

  @Option(
      names = "--isl1",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Tokens in a prompt of the first shape. Default: 100")
  @Nullable OptionValue<Integer> input1;

  @Option(
      names = "--osl1",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Output tokens of the first shape. Default: 2000")
  @Nullable OptionValue<Integer> output1;

  @Option(
      names = "--isl2",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Tokens in a prompt of the second shape. Default: 5000")
  @Nullable OptionValue<Integer> input2;

  @Option(
      names = "--osl2",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Output tokens of the second shape. Default: 100")
  @Nullable OptionValue<Integer> output2;

  @Option(
      names = "--isl-osl-ratio-min",
      converter = Converters.NonNegative.class,
      paramLabel = "P",
      description = "Minimum share of the first shape, at the start. Default: 0.2")
  @Nullable OptionValue<Double> shareMin;

  @Option(
      names = "--isl-osl-ratio-max",
      converter = Converters.NonNegative.class,
      paramLabel = "P",
      description = "Maximum share of the first shape. Default: 0.8")
  @Nullable OptionValue<Double> shareMax;

  @Option(
      names = "--isl-osl-ratio-period",
      converter = Converters.LengthInSeconds.class,
      paramLabel = "SECONDS",
      description =
          "Period of the share of the first shape, from one minimum to the next. Default: 10")
  @Nullable OptionValue<Double> sharePeriod;

  @Option(
      names = "--block-size",
      converter = Converters.Count.class,
      paramLabel = "N",
      description =
          "Number of tokens in a block, the unit in which prompts share prefixes. Default: 512")
  @Nullable OptionValue<Integer> blockSize;

  @Option(
      names = "--total-blocks",
      converter = Converters.Count.class,
      paramLabel = "N",
      description =
          "Number of different blocks; fewer blocks mean more shared prefixes. Default: 10000")
  @Nullable OptionValue<Integer> totalBlocks;

  @Option(
      names = "--process-interval",
      converter = Converters.LengthInSeconds.class,
      paramLabel = "SECONDS",
      description = "Length of the intervals in which the request rate is constant. Default: 1")
  @Nullable OptionValue<Double> interval;

  @Option(
      names = "--random-seed",
      converter = Converters.LongCountOrZero.class,
      paramLabel = "N",
      description = "Seed for all random choices. Default: 0")
  @Nullable OptionValue<Long> seed;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Trace file to write. Default: a name that lists the parameters")
  @Nullable String output;

  /** The trace to write, its file, and the seed. */
  public record Wanted(SinusoidTrace trace, Path file, long seed) {}

  /**
   * Returns what to write.
   *
   * @param parsed the parsed command, with collected errors
   * @throws InvalidOptionsException if options are invalid, with all problems
   */
  public Wanted wanted(ParseResult parsed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    Wave rate =
        new Wave(
            OptionValue.of(rateMin).orElse(5.0),
            OptionValue.of(rateMax).orElse(10.0),
            OptionValue.of(ratePeriod).orElse(10.0));
    Wave share =
        new Wave(
            OptionValue.of(shareMin).orElse(0.2),
            OptionValue.of(shareMax).orElse(0.8),
            OptionValue.of(sharePeriod).orElse(10.0));
    SinusoidTrace trace =
        new SinusoidTrace(
            OptionValue.of(duration).orElse(100.0),
            OptionValue.of(interval).orElse(1.0),
            rate,
            new Lengths(OptionValue.of(input1).orElse(100), OptionValue.of(output1).orElse(2_000)),
            new Lengths(OptionValue.of(input2).orElse(5_000), OptionValue.of(output2).orElse(100)),
            share,
            OptionValue.of(blockSize).orElse(512),
            OptionValue.of(totalBlocks).orElse(10_000));
    long chosenSeed = OptionValue.of(seed).orElse(0L);
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
