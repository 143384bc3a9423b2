package io.longhaul.cli.options;

import io.longhaul.metrics.Metric;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** Options of stop conditions, which end the load early and in an orderly way. */
final class StopOptions {
  private static final int DEFAULT_SLICES = 3;
  private static final String SHARE = "--failed-request-threshold";
  private static final String SLICES = "--failed-request-slices";
  private static final String FIRST_ANSWER = "--first-answer-timeout";
  private static final long DEFAULT_FIRST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final String FREE_DISK = "--min-free-disk";

  @Option(
      names = SHARE,
      paramLabel = "SHARE",
      description =
          "Stop and exit with status 3 if more than this share (0 to 1) of the requests that ended"
              + " in the latest finished slices failed.")
  String failedShare;

  @Option(
      names = SLICES,
      paramLabel = "N",
      description =
          "Number of finished slices that the failed-request threshold covers. Default: 3")
  String failedSlices;

  @Option(
      names = "--max-consecutive-failures",
      paramLabel = "N",
      description = "Stop and exit with status 3 after N consecutive failed requests.")
  String consecutiveFailures;

  @Option(
      names = FIRST_ANSWER,
      paramLabel = "SECONDS",
      description =
          "Stop and exit with status 4 if no valid response arrives within the first SECONDS of the"
              + " load; 0 for no limit. Default: 60")
  String firstAnswer;

  @Option(
      names = FREE_DISK,
      paramLabel = "SIZE",
      description =
          "Stop and exit with status 3 if less than this much disk space is free for results, such"
              + " as 500MB or 10GB.")
  String freeDisk;

  StopConditions conditions(Numbers numbers, OptionProblems problems) {
    OptionalDouble share = numbers.share(SHARE, failedShare);
    OptionalInt slices = numbers.count(SLICES, failedSlices, 1);
    if (failedSlices != null && failedShare == null) {
      problems.needs(SLICES, failedSlices, SHARE);
    }
    OptionalInt inARow = numbers.count("--max-consecutive-failures", consecutiveFailures, 1);
    OptionalLong freeBytes = numbers.bytes(FREE_DISK, freeDisk);
    long firstAnswerNanos =
        numbers.secondsFromZero(FIRST_ANSWER, firstAnswer).orElse(DEFAULT_FIRST_ANSWER_NANOS);
    return new StopConditions(
        share, slices.orElse(DEFAULT_SLICES), inARow, firstAnswerNanos, freeBytes);
  }

  /** A run that is over before a slice is finished is held against the share as a whole. */
  static Optional<String> failIf(StopConditions stops) {
    return stops.failedShare().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Metric.REQUEST_ERROR_RATE.tag()
                + ">"
                + BigDecimal.valueOf(stops.failedShare().getAsDouble())
                    .movePointRight(2)
                    .stripTrailingZeros()
                    .toPlainString());
  }

  void checkMachine(StopConditions stops, MachineChecks machine, Path folder) {
    stops.freeDiskBytes().ifPresent(bytes -> machine.freeDisk(FREE_DISK, freeDisk, folder, bytes));
  }
}
