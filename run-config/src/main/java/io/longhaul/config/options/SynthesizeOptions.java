package io.longhaul.config.options;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.load.dataset.trace.SinusoidTrace;
import io.longhaul.load.dataset.trace.SinusoidTrace.Lengths;
import io.longhaul.load.dataset.trace.SinusoidTrace.Wave;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * Options of the {@code synthesize} command, with the names and defaults of {@code sin_synth.py}.
 */
public final class SynthesizeOptions {
  @Option(names = "--time-duration", description = "Length of the trace. Default: 100")
  OptionValue.@Nullable LengthInSeconds duration;

  @Option(
      names = "--request-rate-min",
      description = "Minimum requests per second; the trace starts with it. Default: 5")
  OptionValue.@Nullable RateOrZero rateMin;

  @Option(names = "--request-rate-max", description = "Maximum requests per second. Default: 10")
  OptionValue.@Nullable Rate rateMax;

  @Option(
      names = "--request-rate-period",
      description = "Period of the request rate, from one minimum to the next. Default: 10")
  OptionValue.@Nullable LengthInSeconds ratePeriod;

  @Option(names = "--isl1", description = "Tokens in a prompt of the first shape. Default: 100")
  OptionValue.@Nullable Count input1;

  @Option(names = "--osl1", description = "Output tokens of the first shape. Default: 2000")
  OptionValue.@Nullable Count output1;

  @Option(names = "--isl2", description = "Tokens in a prompt of the second shape. Default: 5000")
  OptionValue.@Nullable Count input2;

  @Option(names = "--osl2", description = "Output tokens of the second shape. Default: 100")
  OptionValue.@Nullable Count output2;

  @Option(
      names = "--isl-osl-ratio-min",
      paramLabel = "P",
      description = "Minimum share of the first shape; the trace starts with it. Default: 0.2")
  OptionValue.@Nullable NonNegative shareMin;

  @Option(
      names = "--isl-osl-ratio-max",
      paramLabel = "P",
      description = "Maximum share of the first shape. Default: 0.8")
  OptionValue.@Nullable NonNegative shareMax;

  @Option(
      names = "--isl-osl-ratio-period",
      description =
          "Period of the share of the first shape, from one minimum to the next. Default: 10")
  OptionValue.@Nullable LengthInSeconds sharePeriod;

  @Option(
      names = "--block-size",
      description =
          "Number of tokens in a block, the unit in which prompts share prefixes. Default: 512")
  OptionValue.@Nullable Count blockSize;

  @Option(
      names = "--total-blocks",
      description =
          "Number of different blocks; fewer blocks mean more shared prefixes. Default: 10000")
  OptionValue.@Nullable Count totalBlocks;

  @Option(
      names = "--process-interval",
      description = "Length of the intervals in which the request rate is constant. Default: 1")
  OptionValue.@Nullable LengthInSeconds interval;

  @Option(names = "--random-seed", description = "Seed for all random choices. Default: 0")
  OptionValue.@Nullable LongCountOrZero seed;

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
    if (rate.lowest() > rate.highest()) {
      problems.invalid("--request-rate-min", rateMin, "no more than --request-rate-max");
    }
    if (share.highest() > 1 || share.lowest() > share.highest()) {
      problems.add(
          "Invalid --isl-osl-ratio-max: " + share.highest() + " (from --isl-osl-ratio-min to 1)");
    }
    problems.throwIfAny();
    return new Wanted(
        trace, Path.of(output == null ? nameOf(trace) : output), OptionValue.of(seed, 0L));
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
