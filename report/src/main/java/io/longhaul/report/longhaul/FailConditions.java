package io.longhaul.report.longhaul;

import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.figures.ThresholdResult;
import io.longhaul.report.json.Configuration;
import java.util.List;

/** The conditions in the configuration of a run under which it fails. */
public final class FailConditions {
  private FailConditions() {}

  /** Returns the result of each condition, in the given order. */
  public static List<ThresholdResult> of(RunReport report) {
    return Configuration.of(report.run()).failIf().stream()
        .map(condition -> Threshold.parse(condition).of(report))
        .toList();
  }

  /** Returns the results of the conditions by which the run fails. */
  public static List<ThresholdResult> missed(RunReport report) {
    return of(report).stream().filter(ThresholdResult::missed).toList();
  }
}
