package io.longhaul.config.options;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Options of the {@code analyze-trace} command. */
public final class AnalyzeTraceOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Trace to analyze, one JSON object per line; may be gzipped (.gz).")
  @Nullable Path trace;

  @Option(
      names = "--block-size",
      description = "Number of tokens that each entry of hash_ids represents. Default: 512")
  OptionValue.@Nullable Count blockSize;

  @Option(names = "--output-file", description = "Also write the results to this file as JSON.")
  @Nullable Path output;

  /**
   * What is analyzed.
   *
   * @param output the file for the result, or null for none
   */
  public record Wanted(Path trace, int blockTokens, @Nullable Path output) {}

  /**
   * Returns what to analyze.
   *
   * @throws InvalidOptionsException if options are invalid, with all problems
   */
  public Wanted wanted(ParseResult parsed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    if (trace == null) {
      problems.invalid("FILE", "none", "the trace to analyze");
    }
    problems.throwIfAny();
    return new Wanted(requireNonNull(trace), OptionValue.of(blockSize, 512), output);
  }
}
