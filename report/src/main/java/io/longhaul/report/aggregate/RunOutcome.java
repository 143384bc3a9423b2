package io.longhaul.report.aggregate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The outcome of one of several runs.
 *
 * @param label name of the run, such as {@code run_0001}
 * @param metrics metrics by tag, in the order of its document; empty if it has none
 * @param failure why it has no metrics; empty if it has some
 */
public record RunOutcome(String label, Map<String, RunMetric> metrics, String failure) {
  public RunOutcome {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /** Creates the outcome of a run with metrics. */
  public static RunOutcome of(String label, Map<String, RunMetric> metrics) {
    return new RunOutcome(label, metrics, "");
  }

  /** Creates the outcome of a run without metrics. */
  public static RunOutcome failed(String label, String why) {
    return new RunOutcome(label, Map.of(), why);
  }

  public boolean hasFailed() {
    return !failure.isEmpty();
  }
}
