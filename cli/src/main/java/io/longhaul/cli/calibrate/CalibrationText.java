package io.longhaul.cli.calibrate;

import io.longhaul.report.console.Figures;
import io.longhaul.report.console.TextTable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A calibration as text for the console. */
public final class CalibrationText {
  private static final double NANOS_PER_MILLI = 1e6;

  private CalibrationText() {}

  /** Returns a line about a step. */
  public static String progress(StepResult step, long boundNanos) {
    return "  %s requests/s: %s"
        .formatted(Figures.count(step.requestsPerSecond()), verdict(step, boundNanos));
  }

  /** Returns the table of all steps, by load, and what follows from them. */
  public static String of(Calibration calibration, int columns) {
    TextTable table =
        new TextTable(
                List.of(
                    "Requests/s",
                    "open streams",
                    "chunks/s",
                    "TTFT error p50 ms",
                    "p99",
                    "ITL error p99 ms",
                    "sent late p99 ms",
                    "trusted",
                    "within the bound"))
            .optional(List.of("trusted", "TTFT error p50 ms"));
    calibration.steps().stream()
        .sorted(Comparator.comparingInt(StepResult::requestsPerSecond))
        .forEach(step -> table.add(cells(step, calibration.boundNanos())));
    return "\n" + table.text(columns) + "\n" + conclusion(calibration) + "\n";
  }

  private static List<String> cells(StepResult step, long boundNanos) {
    return List.of(
        Figures.count(step.requestsPerSecond()),
        Figures.of(step.openStreams()),
        Figures.of(step.chunksPerSecond()),
        millis(step.ttftErrorP50Nanos()),
        millis(step.ttftErrorP99Nanos()),
        millis(step.itlErrorP99Nanos()),
        millis(step.sendLagP99Nanos()),
        "%d of %d".formatted(step.slices() - step.untrustedSlices(), step.slices()),
        step.isWithin(boundNanos) ? "yes" : "no");
  }

  private static String verdict(StepResult step, long boundNanos) {
    if (step.incompleteRequests() > 0 || step.requests() == 0) {
      return "%s of %s requests failed"
          .formatted(Figures.count(step.incompleteRequests()), Figures.count(step.requests()));
    }
    return "p99 of errors: TTFT %s, ITL %s, sending %s ms, %s"
        .formatted(
            millis(step.ttftErrorP99Nanos()),
            millis(step.itlErrorP99Nanos()),
            millis(step.sendLagP99Nanos()),
            step.isWithin(boundNanos) ? "within the bound" : "beyond the bound");
  }

  private static String conclusion(Calibration calibration) {
    if (calibration.isInterrupted()) {
      return "The calibration was interrupted before the limit was known.";
    }
    String bound = Figures.of(calibration.boundNanos() / NANOS_PER_MILLI) + " ms";
    Optional<StepResult> limit = calibration.limit();
    if (limit.isEmpty()) {
      return "Not even %s within the bound of %s at p99. End other programs on this machine, or measure with a larger --bound."
          .formatted(lowest(calibration), bound);
    }
    String load =
        "%s requests/s (%s open streams, %s chunks/s)"
            .formatted(
                Figures.count(limit.get().requestsPerSecond()),
                Figures.of(limit.get().openStreams()),
                Figures.of(limit.get().chunksPerSecond()));
    return calibration.beyond().isPresent()
        ? "Up to %s, Longhaul's own error on this machine stays within %s at p99. For more load, add machines with longhaul generate."
            .formatted(load, bound)
        : "Longhaul's own error on this machine stays within %s at p99, even at %s, the highest load that was measured (--max-rate)."
            .formatted(bound, load);
  }

  /** Returns the lowest load with its smallest error, as the subject and verb of a sentence. */
  private static String lowest(Calibration calibration) {
    StepResult lowest =
        Collections.min(
            calibration.steps(),
            Comparator.comparingInt(StepResult::requestsPerSecond)
                .thenComparingDouble(StepResult::worstP99Nanos));
    return "%s requests/s, with %s ms, were"
        .formatted(Figures.count(lowest.requestsPerSecond()), millis(lowest.worstP99Nanos()));
  }

  private static String millis(double nanos) {
    return Double.isNaN(nanos) ? Figures.NONE : Figures.of(nanos / NANOS_PER_MILLI);
  }
}
