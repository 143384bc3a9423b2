package io.longhaul.cli.options;

import io.longhaul.load.dataset.PromptFile;
import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.plan.RecordedDelays;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.TracePlan;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** How recorded requests are sent again. */
final class TraceOptions {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String DELAY_CAP = "--inter-turn-delay-cap-seconds";
  private static final String IGNORE_DELAYS = "--ignore-trace-delays";
  private static final String FILE_WITH_DELAYS = "an --input-file of sessions, or a trace";

  @Option(
      names = "--fixed-schedule",
      description =
          "Send each request of a file at its recorded time. Default: if the first line of a trace"
              + " has one")
  boolean fixedSchedule;

  @Option(names = "--no-fixed-schedule", description = "Do not, even if a trace has times.")
  boolean noFixedSchedule;

  @Option(
      names = "--fixed-schedule-auto-offset",
      description = "Begin with the first recorded time. Default: yes, without a start offset")
  boolean autoOffset;

  @Option(
      names = "--fixed-schedule-start-offset",
      paramLabel = "MS",
      description = "Begin at this recorded time, in milliseconds, and leave out what is earlier.")
  String startOffset;

  @Option(
      names = "--fixed-schedule-end-offset",
      paramLabel = "MS",
      description = "Leave out what was recorded later than this, in milliseconds.")
  String endOffset;

  @Option(
      names = {
        "--isl-block-size",
        "--prompt-input-tokens-block-size",
        "--synthetic-input-tokens-block-size"
      },
      paramLabel = "N",
      description = "Tokens of the block that one of a trace's hash_ids stands for. Default: 512")
  String blockSize;

  @Option(
      names = "--synthesis-speedup-ratio",
      paramLabel = "R",
      description = "Divide recorded times by this. Default: 1")
  String speedup;

  @Option(
      names = "--synthesis-max-isl",
      paramLabel = "N",
      description = "Leave out requests whose input_length is more than this.")
  String mostInput;

  @Option(
      names = "--synthesis-max-osl",
      paramLabel = "N",
      description = "Cut recorded output lengths down to this.")
  String mostOutput;

  @Option(
      names = DELAY_CAP,
      paramLabel = "SECONDS",
      description = "Wait no longer than this where a recorded delay is longer.")
  String delayCap;

  @Option(
      names = IGNORE_DELAYS,
      description = "Wait for no recorded delay: a turn follows as soon as the one before ended.")
  boolean ignoreDelays;

  /** How a trace is to be read; without one it means nothing. */
  TracePlan plan(Numbers numbers) {
    OptionalLong start = numbers.millisFromZero("--fixed-schedule-start-offset", startOffset);
    OptionalLong end = numbers.millisFromZero("--fixed-schedule-end-offset", endOffset);
    OptionalInt input = numbers.count("--synthesis-max-isl", mostInput, 1);
    OptionalInt output = numbers.count("--synthesis-max-osl", mostOutput, 1);
    return new TracePlan(
        numbers.count("--isl-block-size", blockSize, 1).orElse(TracePlan.WHOLE.blockTokens()),
        numbers.positive("--synthesis-speedup-ratio", speedup).orElse(1),
        start.isEmpty(),
        start.isPresent() ? (Long) start.getAsLong() : null,
        end.isPresent() ? (Long) end.getAsLong() : null,
        input.isPresent() ? (Integer) input.getAsInt() : null,
        output.isPresent() ? (Integer) output.getAsInt() : null);
  }

  /** Whether recorded times of this file are kept; those of a trace are, unless told otherwise. */
  boolean isScheduled(PromptFile.Kind file) {
    return !noFixedSchedule
        && file.mayHaveTimes()
        && (fixedSchedule || (file.isTrace() && file.timed()));
  }

  void addTo(
      RunPlanBuilder plan,
      TracePlan trace,
      PromptFile.Kind file,
      LoadOptions load,
      OptionProblems problems) {
    plan.trace(trace);
    boolean scheduled = isScheduled(file);
    // With a rate the plan would say once more what is said here.
    plan.fixedSchedule(scheduled && !load.hasRate());
    if (fixedSchedule && noFixedSchedule) {
      problems.add("Invalid --fixed-schedule: not with --no-fixed-schedule");
    }
    if (fixedSchedule && !file.mayHaveTimes()) {
      problems.add("Invalid --fixed-schedule: it needs an --input-file with timestamps");
    }
    if (file.timed() && file.mayHaveTimes() && !scheduled && !noFixedSchedule) {
      problems.note("timestamps of the --input-file say nothing without --fixed-schedule");
    }
    if (scheduled) {
      load.refuseRate(
          fixedSchedule
              ? "not with --fixed-schedule"
              : "the trace has times of its own; add --no-fixed-schedule",
          problems);
    }
    if (autoOffset && startOffset != null) {
      problems.invalid(
          "--fixed-schedule-start-offset", startOffset, "not with --fixed-schedule-auto-offset");
    }
    if (autoOffset && !scheduled) {
      problems.add("Invalid --fixed-schedule-auto-offset: it needs --fixed-schedule");
    }
    needSchedule("--fixed-schedule-start-offset", startOffset, scheduled, problems);
    needSchedule("--fixed-schedule-end-offset", endOffset, scheduled, problems);
    needTrace("--isl-block-size", blockSize, isTimedTrace(file), problems);
    needTrace("--synthesis-speedup-ratio", speedup, isTimedTrace(file), problems);
    needTrace("--synthesis-max-isl", mostInput, isTimedTrace(file), problems);
    needTrace("--synthesis-max-osl", mostOutput, isTimedTrace(file), problems);
  }

  /**
   * What becomes of the delays of a file.
   *
   * @param hasDelays whether the file is of a type that has some
   * @param scheduled whether recorded times are kept
   */
  RecordedDelays delays(
      boolean hasDelays, boolean scheduled, Numbers numbers, OptionProblems problems) {
    OptionalLong cap = numbers.secondsFromZero(DELAY_CAP, delayCap);
    if (delayCap != null && !hasDelays) {
      problems.needs(DELAY_CAP, delayCap, FILE_WITH_DELAYS);
    }
    if (ignoreDelays && !hasDelays) {
      problems.add("Invalid " + IGNORE_DELAYS + ": it needs " + FILE_WITH_DELAYS);
    }
    if (ignoreDelays && scheduled) {
      problems.add(
          "Invalid "
              + IGNORE_DELAYS
              + ": the file is sent at its recorded times ("
              + (fixedSchedule
                  ? "give --no-fixed-schedule in place of --fixed-schedule"
                  : "add --no-fixed-schedule")
              + ")");
    }
    if (ignoreDelays && delayCap != null) {
      problems.note(DELAY_CAP + " says nothing: with " + IGNORE_DELAYS + " there are no delays");
    }
    return new RecordedDelays(ignoreDelays, cap.isPresent() ? (Long) cap.getAsLong() : null);
  }

  /** A word about delays of a file that make a run longer than one may think, if there are some. */
  void noteLongDelays(PromptFileSummary content, OptionProblems problems) {
    if (content.longDelays() > 0 && !ignoreDelays && delayCap == null) {
      problems.note(
          (content.longDelays() == 1 ? "1 turn waits" : content.longDelays() + " turns wait")
              + " for more than 60 s after the answer before, up to "
              + content.longestDelayNanos() / NANOS_PER_SECOND
              + " s ("
              + DELAY_CAP
              + " cuts that down)");
    }
  }

  /** A word about bodies of a file that ask for another kind of answer than the run expects. */
  void noteStreams(PromptFileSummary content, boolean streaming, OptionProblems problems) {
    if (content.firstStreams().isPresent() && content.firstStreams().get() != streaming) {
      problems.note(
          streaming
              ? "the first body of the --input-file asks for no stream, and bodies go out as they"
                  + " stand (leave out --streaming, or put \"stream\": true into them)"
              : "the first body of the --input-file asks for a stream, and bodies go out as they"
                  + " stand (add --streaming)");
    }
  }

  private static void needSchedule(
      String option, String value, boolean scheduled, OptionProblems problems) {
    if (value != null && !scheduled) {
      problems.needs(option, value, "--fixed-schedule");
    }
  }

  /** Bodies that are sent as they are have neither lengths nor times. */
  private static boolean isTimedTrace(PromptFile.Kind file) {
    return file.isTrace() && file.mayHaveTimes();
  }

  private static void needTrace(
      String option, String value, boolean isTrace, OptionProblems problems) {
    if (value != null && !isTrace) {
      problems.needs(option, value, "an --input-file with a trace");
    }
  }
}
