package io.longhaul.sinks.aggregate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one of several runs came to.
 *
 * @param label its name among them, such as {@code run_0001}
 * @param metrics its figures by tag, in the order of its document; empty when it has none
 * @param failure why it has none, in words; empty when it has some
 */
public record RunOutcome(String label, Map<String, RunMetric> metrics, String failure) {
  public RunOutcome {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /** A run with figures. */
  public static RunOutcome of(String label, Map<String, RunMetric> metrics) {
    return new RunOutcome(label, metrics, "");
  }

  /** A run without. */
  public static RunOutcome failed(String label, String why) {
    return new RunOutcome(label, Map.of(), why);
  }

  public boolean hasFailed() {
    return !failure.isEmpty();
  }
}
