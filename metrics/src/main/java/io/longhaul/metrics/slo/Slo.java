package io.longhaul.metrics.slo;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * One promise: a bound that a metric keeps, an upper one unless more is better.
 *
 * @param metric a metric with one value per request
 * @param threshold in stored units of the metric; meeting it exactly is good
 */
public record Slo(Metric metric, long threshold) {

  /**
   * The promise with a bound in display units. What does not fall on a stored unit is moved to the
   * nearest one inside the bound: 99.9999999 ms is 99 999 999 ns for a latency.
   */
  public static Slo ofDisplay(Metric metric, BigDecimal displayThreshold) {
    boolean lowerBound = metric.is(Metric.Flag.LARGER_IS_BETTER);
    BigDecimal stored =
        displayThreshold
            .multiply(BigDecimal.valueOf(metric.unit().storedPerDisplay()))
            .setScale(0, lowerBound ? RoundingMode.CEILING : RoundingMode.FLOOR);
    return new Slo(metric, stored.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact());
  }

  /** Its metric's tag and its threshold in display units, such as {@code request_latency:2000}. */
  String text() {
    BigDecimal perDisplay = BigDecimal.valueOf(metric.unit().storedPerDisplay());
    BigDecimal display = BigDecimal.valueOf(threshold).divide(perDisplay).stripTrailingZeros();
    return metric.tag() + ":" + display.toPlainString();
  }

  /** Whether the request's value is within the bound; only of a request that has one. */
  boolean isMetBy(RequestMetrics request) {
    return isMetBy(request.value(metric));
  }

  /** Whether a value, in stored units, is within the bound. */
  public boolean isMetBy(long value) {
    return metric.is(Metric.Flag.LARGER_IS_BETTER) ? value >= threshold : value <= threshold;
  }
}
