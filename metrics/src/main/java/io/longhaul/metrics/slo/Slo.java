package io.longhaul.metrics.slo;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * One service level objective: a bound of a metric, an upper one unless larger is better.
 *
 * @param metric a metric with one value per request
 * @param threshold in stored units of the metric; a value equal to it meets the objective
 */
public record Slo(Metric metric, long threshold) {

  /**
   * Creates an objective with a threshold in display units, rounded to the nearest stored unit
   * inside the bound: for a latency, 99.9999999 ms becomes 99 999 999 ns.
   */
  public static Slo ofDisplay(Metric metric, BigDecimal displayThreshold) {
    boolean lowerBound = metric.is(Metric.Flag.LARGER_IS_BETTER);
    BigDecimal stored =
        displayThreshold
            .multiply(BigDecimal.valueOf(metric.unit().storedPerDisplay()))
            .setScale(0, lowerBound ? RoundingMode.CEILING : RoundingMode.FLOOR);
    return new Slo(metric, stored.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact());
  }

  /** Returns the tag and the threshold in display units, such as {@code request_latency:2000}. */
  String text() {
    BigDecimal perDisplay = BigDecimal.valueOf(metric.unit().storedPerDisplay());
    BigDecimal display = BigDecimal.valueOf(threshold).divide(perDisplay).stripTrailingZeros();
    return metric.tag() + ":" + display.toPlainString();
  }

  /** Returns whether the request's value, which must exist, is within the bound. */
  boolean isMetBy(RequestMetrics request) {
    return isMetBy(request.value(metric));
  }

  /** Returns whether a value in stored units is within the bound. */
  public boolean isMetBy(long value) {
    return metric.is(Metric.Flag.LARGER_IS_BETTER) ? value >= threshold : value <= threshold;
  }
}
