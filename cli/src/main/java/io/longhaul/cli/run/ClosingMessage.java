package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.stats.NumberText;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Availability;
import io.longhaul.report.figures.DistrustReason;
import io.longhaul.report.figures.ErrorReport;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.schema.FailureReason;
import io.longhaul.schema.StopReason;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The closing message of a measured run: what went wrong, since when, and a remedy. A successful
 * run without an outage has none.
 */
public final class ClosingMessage {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int MAX_MESSAGE_CHARS = 160;
  private static final String CHECK_LOG = "check the server's log";

  private final RunReport report;
  private final RunRow run;
  private final SliceRow totals;

  private ClosingMessage(RunReport report) {
    this.report = report;
    this.run = report.run();
    this.totals = run.getTotals();
  }

  /**
   * Returns the message for an exit code.
   *
   * @param losses sentences about lost data that the report does not contain
   */
  public static Optional<String> of(ExitCode exitCode, RunReport report, List<String> losses) {
    return new ClosingMessage(report).sentence(exitCode, losses);
  }

  /**
   * Returns the message for a run that ended before its load started.
   *
   * @param stopCondition the stop condition that was met; empty after an interrupt
   */
  static String beforeTheLoad(String stopCondition) {
    return stopCondition.isEmpty()
        ? "The run was interrupted before its load started: nothing was measured"
        : "The run was stopped before its load started, because a stop condition was met: %s (free space on the disk, or raise the limit)"
            .formatted(stopCondition);
  }

  private Optional<String> sentence(ExitCode exitCode, List<String> losses) {
    return switch (exitCode) {
      case TARGET_FAILED -> Optional.of(targetFailed());
      case THRESHOLD_MISSED -> stopped();
      case DATA_INCOMPLETE -> Optional.of(incomplete(losses));
      case INTERRUPTED ->
          Optional.of(
              "The run was interrupted after %s s; the files contain the data until then"
                  .formatted(seconds(report.windowNanos())));
      case NOT_TRUSTED -> Optional.of(notTrusted());
      case DONE -> outage();
      case USAGE, INFRASTRUCTURE_FAILED, INTERNAL_ERROR -> Optional.empty();
    };
  }

  private String targetFailed() {
    long failed = SliceFigures.errors(totals);
    if (failed == 0) {
      return "No request was answered: the load ended after %s s with %s requests in flight (check the server's log, or run for longer)"
          .formatted(seconds(report.windowNanos()), Figures.count(totals.getRequestsEnded()));
    }
    String which =
        totals.getValidRequests() == 0
            ? "No request was answered: %s failed".formatted(Figures.count(failed))
            : "%s of %s requests failed"
                .formatted(
                    Figures.count(failed), Figures.count(failed + totals.getValidRequests()));
    Optional<ErrorReport> most =
        report.errors().stream().max(Comparator.comparingLong(error -> error.count().getCount()));
    long first =
        report.errors().stream()
            .mapToLong(error -> error.count().getFirstEpochNs())
            .min()
            .orElse(report.startEpochNanos());
    return "%s, the first after %s s%s%s (%s)"
        .formatted(
            which,
            seconds(first - report.startEpochNanos()),
            most.map(error -> ", " + withReason(error)).orElse(""),
            outage().map(outage -> "; " + lowerCase(outage)).orElse(""),
            most.map(error -> remedy(error.count())).orElse(CHECK_LOG));
  }

  private static String withReason(ErrorReport error) {
    String message = error.message();
    String shown =
        message.length() <= MAX_MESSAGE_CHARS
            ? message
            : message.substring(0, MAX_MESSAGE_CHARS) + "…";
    return "%s with %s%s"
        .formatted(
            Figures.count(error.count().getCount()),
            error.count().getReason(),
            shown.isEmpty() ? "" : " (" + shown + ")");
  }

  private static String remedy(ErrorCount error) {
    if (Outcome.ofRow(error.getOutcome()) == Outcome.HTTP_ERROR && error.getStatus() != null) {
      return switch (error.getStatus()) {
        case 401, 403 -> "give a valid key with --api-key or --header";
        case 404, 405 -> "check --url, --endpoint-type, --custom-endpoint and -m";
        case 429, 503 -> "reduce the load, or check the server's log";
        default -> CHECK_LOG;
      };
    }
    return FailureReason.ofWord(error.getReason()).map(ClosingMessage::remedy).orElse(CHECK_LOG);
  }

  private static String remedy(FailureReason reason) {
    return switch (reason) {
      case CONNECT_FAILED, CONNECT_TIMEOUT -> "start the server, or check --url";
      case TLS_FAILED -> "check the scheme of --url, or give --ca-file or --insecure";
      case UNSUPPORTED_CONTENT_ENCODING -> "disable compression in the server or its proxy";
      case REQUEST_TIMEOUT -> "increase --request-timeout-seconds, or check the server's log";
      case NO_CONTENT -> CHECK_LOG;
    };
  }

  /**
   * Returns a message only for a stop condition, because missed thresholds are printed as sentences
   * already.
   */
  private Optional<String> stopped() {
    if (run.getStopCondition().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The load was stopped after %s s, because a stop condition was met (%s)"
            .formatted(
                seconds(report.windowNanos()),
                StopReason.FREE_DISK.matches(run.getStopReason())
                    ? "free space on the disk, or choose another --artifact-dir"
                    : "check the server's log, or raise the limit"));
  }

  private String incomplete(List<String> losses) {
    List<String> all = losses.isEmpty() ? report.incompleteBecause() : losses;
    int others = all.size() - 1;
    String more =
        others < 1
            ? ""
            : "; and %d more %s".formatted(others, others == 1 ? "problem" : "problems");
    return "The data of the run is incomplete: %s%s (the figures cover the available data; see the folder logs)"
        .formatted(all.isEmpty() ? "its summary is missing" : all.get(0), more);
  }

  private String notTrusted() {
    long untrusted = report.slices().stream().filter(slice -> !slice.getTrusted()).count();
    String why =
        DistrustReason.of(report.slices()).stream()
            .max(Comparator.comparingLong(DistrustReason::slices))
            .map(reason -> ": " + reason.text())
            .orElse("");
    return "The measurement cannot be trusted in %s of %s slices%s (run the load generator on an otherwise idle machine, or reduce the load)"
        .formatted(untrusted, report.slices().size(), why);
  }

  /** Describes when no server was available, and for how long. */
  private Optional<String> outage() {
    Availability availability = report.availability();
    if (availability.outages().isEmpty()) {
      return Optional.empty();
    }
    Availability.Outage longest = availability.longestOutage();
    long known = availability.availableSeconds() + availability.unavailableSeconds();
    String which =
        availability.outages().size() == 1
            ? ""
            : "in %s outages, the longest ".formatted(Figures.count(availability.outages().size()));
    String refused =
        availability.refusedConnections() == 0
            ? ""
            : ", and %s connections were refused"
                .formatted(Figures.count(availability.refusedConnections()));
    return Optional.of(
        "No server was available for %s of %s s, %sfrom %s s to %s s after the start%s"
            .formatted(
                Figures.count(availability.unavailableSeconds()),
                Figures.count(known),
                which,
                Figures.count(longest.firstSecond()),
                Figures.count(longest.endSecond()),
                refused));
  }

  private static String lowerCase(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static String seconds(long nanos) {
    return NumberText.decimals(nanos / NANOS_PER_SECOND, 1);
  }
}
