package io.longhaul.report.longhaul;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.Availability;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.json.Configuration;
import java.util.EnumSet;
import java.util.Set;

/**
 * The number of failed requests for the exit status of a run. In a closed loop, the number of
 * attempts during an outage depends on how fast the server refuses connections; therefore the
 * refused connections of one outage count once.
 *
 * @param failed requests that failed
 * @param completed failed and valid requests
 */
public record FailedRequests(long failed, long completed) {
  private static final Set<Metric> ABOUT_FAILURES =
      EnumSet.of(Metric.REQUEST_ERROR_RATE, Metric.ERROR_REQUEST_COUNT, Metric.AVAILABILITY);

  /** Counts the failed requests of a run. */
  public static FailedRequests of(RunReport report) {
    SliceRow totals = report.run().getTotals();
    long failed = SliceFigures.errors(totals);
    if (Configuration.of(report.run()).isClosedLoop()) {
      Availability availability = report.availability();
      failed -= availability.refusedConnections() - availability.refusedCountedOncePerOutage();
    }
    return new FailedRequests(failed, failed + totals.getValidRequests());
  }

  /** Returns whether more than half of the requests failed. */
  public boolean areMost() {
    return 2 * failed > completed;
  }

  /**
   * Returns whether a condition such as {@code request_error_rate>5} limits the failures of the
   * run.
   */
  public static boolean areJudgedByCondition(RunReport report) {
    return Configuration.of(report.run()).failIf().stream()
        .map(Threshold::parse)
        .filter(threshold -> !threshold.isDrift())
        .map(threshold -> threshold.figure().metric())
        .anyMatch(ABOUT_FAILURES::contains);
  }
}
