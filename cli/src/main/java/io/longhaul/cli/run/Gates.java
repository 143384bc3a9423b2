package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.ThresholdResult;
import io.longhaul.report.longhaul.FailConditions;
import io.longhaul.report.longhaul.FailedRequests;
import io.longhaul.schema.StopReason;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates whether a run passed: its fail conditions, its stop conditions, and whether its
 * requests were answered. Reads only the run's rows, so a later report gives the same result as the
 * run.
 */
public record Gates(RunReport report) {
  /**
   * Prints the conditions that the run did not pass.
   *
   * @return the resulting exit codes; empty if the run passed
   */
  public List<ExitCode> judge(PrintStream err) {
    List<ExitCode> reasons = new ArrayList<>();
    String stopCondition = report.run().getStopCondition();
    if (!stopCondition.isEmpty()) {
      err.println("Stop condition: " + stopCondition);
      boolean unanswered = StopReason.NO_ANSWER.matches(report.run().getStopReason());
      reasons.add(unanswered ? ExitCode.TARGET_FAILED : ExitCode.THRESHOLD_MISSED);
    }
    for (ThresholdResult missed : FailConditions.missed(report)) {
      err.println("Fail condition true: " + missed.text());
      reasons.add(ExitCode.THRESHOLD_MISSED);
    }
    if (hasTargetFailed()) {
      reasons.add(ExitCode.TARGET_FAILED);
    }
    return reasons;
  }

  /**
   * Returns whether most requests failed. If a condition limits failures, only that condition
   * applies.
   */
  private boolean hasTargetFailed() {
    SliceRow totals = report.run().getTotals();
    if (totals.getRequestsEnded() > 0 && totals.getValidRequests() == 0) {
      return true;
    }
    boolean isJudged =
        FailedRequests.areJudgedByCondition(report) || !report.run().getStopCondition().isEmpty();
    return !isJudged && FailedRequests.of(report).areMost();
  }
}
