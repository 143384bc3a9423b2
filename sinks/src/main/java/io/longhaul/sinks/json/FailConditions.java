package io.longhaul.sinks.json;

import io.longhaul.sinks.report.RunReport;
import io.longhaul.sinks.report.Threshold;
import io.longhaul.sinks.report.ThresholdResult;
import java.util.List;

/** The conditions under which a run has failed, as they stand in its configuration. */
public final class FailConditions {
  private FailConditions() {}

  /** How the run stands to each of them, in the order in which they were typed. */
  public static List<ThresholdResult> of(RunReport report) {
    return Configuration.of(report.run().getConfigurationJson()).failIf().stream()
        .map(condition -> Threshold.parse(condition).of(report))
        .toList();
  }

  /** Those of them by which it has failed. */
  public static List<ThresholdResult> missed(RunReport report) {
    return of(report).stream().filter(ThresholdResult::missed).toList();
  }
}
