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

/** What ends the load early, in an orderly way. */
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
          "Stop when a greater share (0 to 1) of the requests that ended in the newest finished"
              + " slices failed, and exit with 3.")
  String failedShare;

  @Option(
      names = SLICES,
      paramLabel = "N",
      description = "How many of the newest slices that looks at. Default: 3")
  String failedSlices;

  @Option(
      names = "--max-consecutive-failures",
      paramLabel = "N",
      description = "Stop when N requests in a row have failed, and exit with 3.")
  String consecutiveFailures;

  @Option(
      names = FIRST_ANSWER,
      paramLabel = "SECONDS",
      description =
          "Stop when no valid answer has come within the first SECONDS of the load, and exit with"
              + " 4. 0 waits for ever. Default: 60")
  String firstAnswer;

  @Option(
      names = FREE_DISK,
      paramLabel = "SIZE",
      description =
          "Stop when less than this may still be written where results go, such as 500MB or 10GB,"
              + " and exit with 3.")
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
