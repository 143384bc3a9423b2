package io.longhaul.config.options;

import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.TracePlan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of trace replay. */
final class TraceOptions {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String DELAY_CAP = "--inter-turn-delay-cap-seconds";
  private static final String IGNORE_DELAYS = "--ignore-trace-delays";
  private static final String TRACE = "an --input-file with a trace";
  private static final String FILE_WITH_DELAYS = "an --input-file of sessions, or a trace";

  @NotWith("--no-fixed-schedule")
  @Option(
      names = "--fixed-schedule",
      description =
          "Send each request of the input file at its recorded time. Default: on if the first line"
              + " of a trace has a timestamp")
  boolean fixedSchedule;

  @Option(names = "--no-fixed-schedule", description = "Ignore recorded times, even in a trace.")
  boolean noFixedSchedule;

  @Option(
      names = "--fixed-schedule-auto-offset",
      description =
          "Start the schedule at the first recorded time. Default: on if no start offset is set")
  boolean autoOffset;

  @NotWith("--fixed-schedule-auto-offset")
  @Option(
      names = "--fixed-schedule-start-offset",
      description =
          "Start the schedule at this recorded time, in milliseconds, and skip earlier requests.")
  OptionValue.@Nullable MillisOrZero startOffset;

  @Option(
      names = "--fixed-schedule-end-offset",
      description = "Skip requests that were recorded after this time, in milliseconds.")
  OptionValue.@Nullable MillisOrZero endOffset;

  @Yaml({"dataset.prompts.blockSize", "dataset[file].blockSize"})
  @Option(
      names = {
        "--isl-block-size",
        "--prompt-input-tokens-block-size",
        "--synthetic-input-tokens-block-size"
      },
      description =
          "Number of tokens that each entry of a trace's hash_ids represents. Default: 512")
  OptionValue.@Nullable Count blockSize;

  @Yaml(value = "dataset.synthesis.speedupRatio", unless = "1")
  @Option(
      names = "--synthesis-speedup-ratio",
      paramLabel = "R",
      description = "Factor by which recorded times are divided. Default: 1")
  OptionValue.@Nullable Positive speedup;

  @Yaml("dataset.synthesis.maxIsl")
  @Option(
      names = "--synthesis-max-isl",
      description = "Skip requests whose input_length is greater than this.")
  OptionValue.@Nullable Count mostInput;

  @Yaml("dataset.synthesis.maxOsl")
  @Option(
      names = "--synthesis-max-osl",
      description = "Limit recorded output lengths to this many tokens.")
  OptionValue.@Nullable Count mostOutput;

  @Yaml("dataset[recorded].interTurnDelayCapSeconds")
  @Option(
      names = DELAY_CAP,
      description = "Limit recorded delays between turns to this many seconds.")
  OptionValue.@Nullable SecondsOrZero delayCap;

  @Yaml("dataset[recorded].ignoreTraceDelays")
  @Option(
      names = IGNORE_DELAYS,
      description = "Ignore recorded delays: send each turn as soon as the previous one has ended.")
  boolean ignoreDelays;

  /** Returns how a trace is read; ignored without a trace. */
  TracePlan plan() {
    return new TracePlan(
        OptionValue.of(blockSize, TracePlan.WHOLE.blockTokens()),
        OptionValue.of(speedup, 1.0),
        OptionValue.of(startOffset).isEmpty(),
        OptionValue.orNull(startOffset),
        OptionValue.orNull(endOffset),
        OptionValue.orNull(mostInput),
        OptionValue.orNull(mostOutput));
  }

  /** Returns whether recorded times of this file are used; by default, those of a trace are. */
  boolean isScheduled(PromptFile.Kind file) {
    return !noFixedSchedule
        && file.mayHaveTimes()
        && (fixedSchedule || (file.isTrace() && file.timed()));
  }

  /** Checks the options against the file and the load. */
  void check(PromptFile.Kind file, LoadOptions load, OptionProblems problems) {
    boolean scheduled = isScheduled(file);
    if (fixedSchedule && !file.mayHaveTimes()) {
      problems.add("Invalid --fixed-schedule: it needs an --input-file with timestamps");
    }
    if (file.timed() && file.mayHaveTimes() && !scheduled && !noFixedSchedule) {
      problems.note("timestamps of the --input-file are ignored without --fixed-schedule");
    }
    if (scheduled) {
      load.refuseRate(
          fixedSchedule
              ? "not with --fixed-schedule"
              : "the trace contains timestamps; add --no-fixed-schedule",
          problems);
    }
    if (!scheduled) {
      problems.needs("--fixed-schedule-auto-offset", autoOffset, "--fixed-schedule");
      problems.needs("--fixed-schedule-start-offset", startOffset, "--fixed-schedule");
      problems.needs("--fixed-schedule-end-offset", endOffset, "--fixed-schedule");
    }
    // Complete request bodies have neither lengths nor times.
    if (!file.isTrace() || !file.mayHaveTimes()) {
      problems.needs("--isl-block-size", blockSize, TRACE);
      problems.needs("--synthesis-speedup-ratio", speedup, TRACE);
      problems.needs("--synthesis-max-isl", mostInput, TRACE);
      problems.needs("--synthesis-max-osl", mostOutput, TRACE);
    }
  }

  /**
   * Returns how the recorded delays of a file are used.
   *
   * @param hasDelays whether the type of the file has delays
   * @param scheduled whether recorded times are used
   */
  RecordedDelays delays(boolean hasDelays, boolean scheduled, OptionProblems problems) {
    if (!hasDelays) {
      problems.needs(DELAY_CAP, delayCap, FILE_WITH_DELAYS);
      problems.needs(IGNORE_DELAYS, ignoreDelays, FILE_WITH_DELAYS);
    }
    if (ignoreDelays && scheduled) {
      problems.invalid(
          IGNORE_DELAYS,
          "the file is sent at its recorded times",
          fixedSchedule
              ? "give --no-fixed-schedule instead of --fixed-schedule"
              : "add --no-fixed-schedule");
    }
    if (ignoreDelays && delayCap != null) {
      problems.note(DELAY_CAP + " has no effect: with " + IGNORE_DELAYS + " there are no delays");
    }
    return new RecordedDelays(ignoreDelays, OptionValue.orNull(delayCap));
  }

  /** Adds a note if long delays of the file make the run longer than expected. */
  void noteLongDelays(PromptFileSummary content, OptionProblems problems) {
    if (content.longDelays() > 0 && !ignoreDelays && delayCap == null) {
      problems.note(
          "%s for more than 60 s after the previous response, up to %d s (%s limits that)"
              .formatted(
                  content.longDelays() == 1 ? "1 turn waits" : content.longDelays() + " turns wait",
                  content.longestDelayNanos() / NANOS_PER_SECOND,
                  DELAY_CAP));
    }
  }

  /** Adds a note if request bodies of the file and the run differ in streaming. */
  void noteStreams(PromptFileSummary content, boolean streaming, OptionProblems problems) {
    if (content.firstStreams().isPresent() && content.firstStreams().get() != streaming) {
      problems.note(
          streaming
              ? "the first body of the --input-file does not request a stream, and bodies are"
                  + " sent unchanged (omit --streaming, or add \"stream\": true to them)"
              : "the first body of the --input-file requests a stream, and bodies are sent"
                  + " unchanged (add --streaming)");
    }
  }
}
