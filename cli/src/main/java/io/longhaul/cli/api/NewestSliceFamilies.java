package io.longhaul.cli.api;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.LiveFigure;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;

/**
 * The newest finished slice as gauges. A figure that the slice does not have, such as a percentile
 * without values, has no gauge.
 */
final class NewestSliceFamilies {
  private static final String PREFIX = "longhaul_newest_slice_";
  private static final double NANOS_PER_SECOND = 1e9;

  private final MetricFamilies families;
  private final SliceRow slice;

  private NewestSliceFamilies(MetricFamilies families, SliceRow slice) {
    this.families = families;
    this.slice = slice;
  }

  /**
   * Adds a slice.
   *
   * @param hasObjectives whether the run has SLOs, so that requests can be good
   */
  static void addTo(
      MetricFamilies families, SliceRow slice, boolean hasObjectives, ErrorKinds kinds) {
    NewestSliceFamilies newest = new NewestSliceFamilies(families, slice);
    newest.addSlice();
    newest.addRequests(hasObjectives, kinds);
    SliceColumn.metrics().forEach(newest::addDistribution);
    newest.addHealth();
  }

  /** Adds the verdict on a figure after the newest slice. */
  static void addStability(MetricFamilies families, LiveFigure figure) {
    families.gauge(
        PREFIX + "stability",
        "Stability of a figure: 0 settling, 1 steady, 2 possible shift, 3 shift, 4 drift",
        switch (figure.verdict().state()) {
          case SETTLING -> 0;
          case STEADY -> 1;
          case POSSIBLE_SHIFT -> 2;
          case SHIFT -> 3;
          case DRIFT -> 4;
        },
        "figure",
        figure.figure().text());
  }

  private void addSlice() {
    gauge("index", "Index of the newest finished slice, from 0", (double) slice.getSliceIndex());
    gauge(
        "end_timestamp_seconds",
        "End of the newest finished slice, since 1970",
        slice.getEndEpochNs() / NANOS_PER_SECOND);
    gauge(
        "covered_seconds",
        "Time for which the run covered the slice; rates are divided by it",
        slice.getCoveredNs() / NANOS_PER_SECOND);
    gauge(
        "trusted",
        "Whether the newest slice can be trusted",
        slice.getTrusted() || slice.getEmpty() ? 1 : 0);
  }

  private void addRequests(boolean hasObjectives, ErrorKinds kinds) {
    rate("sent_requests_per_second", "Requests sent", slice.getRequestsSent());
    rate("valid_requests_per_second", "Valid requests that ended", slice.getValidRequests());
    rate("failed_requests_per_second", "Requests that failed", SliceFigures.errors(slice));
    if (hasObjectives) {
      rate("good_requests_per_second", "Goodput", slice.getGoodRequests());
    }
    rate("output_tokens_per_second", "Output tokens that arrived", slice.getOutputTokensArrived());
    kinds
        .counts(slice.getErrors())
        .forEach(
            (kind, count) ->
                families.gauge(
                    PREFIX + "errors",
                    "Requests that failed, by kind",
                    (double) count,
                    kind.labels()));
    gauge(
        "requests_in_flight_mean",
        "Mean number of requests in flight",
        SliceFigures.meanInFlight(slice));
    gauge(
        "requests_in_flight_max",
        "Highest number of requests in flight, summed over the generators",
        (double) slice.getInFlightMax());
    gauge(
        "requests_waiting_max",
        "Highest number of requests that were due and not yet sent",
        (double) slice.getBacklogMax());
  }

  private void addDistribution(Metric metric) {
    BaseUnit unit = BaseUnit.of(metric.unit());
    SliceColumn.column(slice, metric)
        .ifPresent(
            values -> {
              gauge(
                  metric.tag() + "_mean_" + unit.suffix(),
                  metric.header() + ", mean",
                  unit.of(values.getMean()));
              addQuantiles(metric, unit, values);
            });
  }

  private void addQuantiles(Metric metric, BaseUnit unit, Distribution values) {
    quantile(metric, unit, "0", (double) values.getMin());
    quantile(metric, unit, "0.5", values.getP50());
    quantile(metric, unit, "0.9", values.getP90());
    quantile(metric, unit, "0.95", values.getP95());
    quantile(metric, unit, "0.99", values.getP99());
    quantile(metric, unit, "0.999", values.getP999());
    quantile(metric, unit, "1", (double) values.getMax());
  }

  private void quantile(Metric metric, BaseUnit unit, String quantile, double stored) {
    families.gauge(
        PREFIX + metric.tag() + "_" + unit.suffix(),
        metric.header() + "; quantile 0 is the minimum, 1 the maximum",
        unit.of(stored),
        "quantile",
        quantile);
  }

  private void addHealth() {
    seconds(
        "event_loop_lag_max_seconds",
        "Longest delay of a load generator's event loop",
        slice.getLoopLagMaxNs());
    seconds("pause_max_seconds", "Longest pause of a load generator", slice.getPauseMaxNs());
    seconds(
        "gc_pause_seconds",
        "Pauses of the load generators for garbage collection",
        slice.getGcPauseNs());
    seconds(
        "clock_error_max_seconds",
        "Greatest error of a load generator's clock",
        slice.getClockErrorMaxNs());
    gauge(
        "process_cpu_max_cores",
        "CPU cores that the busiest load generator used",
        slice.getProcessCpuMaxCores());
    if (slice.getHostIdleMinRatio() != null) {
      gauge(
          "host_idle_min_ratio",
          "Idle share of the CPU of the busiest machine of a load generator",
          slice.getHostIdleMinRatio());
    }
    gauge(
        "dropped_events",
        "Events that the load generators could not store",
        (double) slice.getDroppedEvents());
    if (slice.getGpuPowerWatts() != null) {
      gauge("gpu_power_watts", "Mean power of all GPUs together", slice.getGpuPowerWatts());
    }
  }

  private void rate(String name, String help, long count) {
    gauge(name, help, SliceFigures.perSecond(slice, count));
  }

  private void seconds(String name, String help, long nanos) {
    gauge(name, help, nanos / NANOS_PER_SECOND);
  }

  /** Omits rates of a slice of which no time was covered. */
  private void gauge(String name, String help, double value) {
    if (Double.isFinite(value)) {
      families.gauge(PREFIX + name, help, value);
    }
  }
}
