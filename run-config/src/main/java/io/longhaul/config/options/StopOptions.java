package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.StopConditions;
import io.longhaul.metrics.Metric;
import io.longhaul.sinks.folder.FreeDiskMonitor;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of stop conditions, which end the load early and in an orderly way. */
final class StopOptions {
  private static final String SHARE = "--failed-request-threshold";
  private static final long DEFAULT_FIRST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final String FREE_DISK = "--min-free-disk";

  @Yaml("profiling.failedRequestThreshold")
  @Option(
      names = SHARE,
      description =
          "Stop and exit with status 3 if the share of failed requests (0 to 1) exceeds this"
              + " value. It is computed over the requests that ended in the latest finished"
              + " slices. Default: no limit")
  OptionValue.@Nullable Share failedShare;

  @Needs(SHARE)
  @Option(
      names = "--failed-request-slices",
      description =
          "Number of latest finished slices over which the share of failed requests is computed."
              + " Default: 3")
  OptionValue.@Nullable Count failedSlices;

  @Option(
      names = "--max-consecutive-failures",
      description =
          "Stop and exit with status 3 after N consecutive failed requests. Default: no limit")
  OptionValue.@Nullable Count consecutiveFailures;

  @Option(
      names = "--first-answer-timeout",
      description =
          "Stop and exit with status 4 if no chunk of a response arrives within the first"
              + " SECONDS of the load; 0 for no limit. Default: 60")
  OptionValue.@Nullable SecondsOrZero firstAnswer;

  @Option(
      names = FREE_DISK,
      description =
          "Stop and exit with status 3 if less than this much disk space, such as 500MB or 10GB, is"
              + " free for results. Default: no limit")
  OptionValue.@Nullable Bytes freeDisk;

  StopConditions conditions() {
    return new StopConditions(
        OptionValue.of(failedShare).map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
        OptionValue.of(failedSlices, 3),
        OptionValue.of(consecutiveFailures).map(OptionalInt::of).orElseGet(OptionalInt::empty),
        OptionValue.of(firstAnswer).orElse(DEFAULT_FIRST_ANSWER_NANOS),
        OptionValue.of(freeDisk).map(OptionalLong::of).orElseGet(OptionalLong::empty));
  }

  /** A run that ends before its first slice is finished is checked as a whole. */
  static Optional<String> failIf(StopConditions stops) {
    return stops.failedShare().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Metric.REQUEST_ERROR_RATE.tag()
                + ">"
                + Quantities.plain(
                    BigDecimal.valueOf(stops.failedShare().getAsDouble()).movePointRight(2)));
  }

  /** Checks that a run would not stop immediately. */
  void checkFreeDisk(StopConditions stops, Path folder, OptionProblems problems) {
    stops
        .freeDiskBytes()
        .ifPresent(
            bytes ->
                FreeDiskMonitor.shortage(folder, bytes)
                    .ifPresent(shortage -> problems.invalid(FREE_DISK, freeDisk, shortage)));
  }
}
