package io.longhaul.report.figures;

import io.longhaul.export.MarkRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stability.LevelChange;
import io.longhaul.metrics.stability.SliceSeries;
import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.Stability.Shift;
import io.longhaul.metrics.stability.StabilityAnalysis;
import io.longhaul.report.figures.FigureStability.Change;
import io.longhaul.report.figures.FigureStability.ExplainedShift;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How stable the figures of a run were, from its slices.
 *
 * @param slices number of slices that have values
 * @param figures the most important figures that the run has; empty if there are too few slices
 */
public record RunStability(int slices, List<FigureStability> figures) {
  private static final List<Metric> LATENCIES =
      List.of(Metric.TIME_TO_FIRST_TOKEN, Metric.INTER_TOKEN_LATENCY, Metric.REQUEST_LATENCY);

  private static final List<Statistic> PERCENTILES = List.of(Statistic.P50, Statistic.P99);

  private static final List<Metric> NUMBERS =
      List.of(
          Metric.REQUEST_THROUGHPUT,
          Metric.OUTPUT_TOKEN_THROUGHPUT,
          Metric.GOODPUT,
          Metric.REQUEST_ERROR_RATE);

  /** Slices before and after a shift in which other figures are compared. */
  private static final int MOST_COMPARED = 60;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SECONDS_PER_HOUR = 3600;

  public RunStability {
    figures = List.copyOf(figures);
  }

  /** Returns the stability of the most important figures of a run. */
  public static RunStability of(RunReport report) {
    SlicesUnderLoad slices = SlicesUnderLoad.of(report);
    if (slices.usable() < Stability.SLICES_NEEDED) {
      return new RunStability(slices.usable(), List.of());
    }
    List<FigureOfSlices> others = others();
    GpuChanges gpus = new GpuChanges(report.gpuSlices());
    List<FigureStability> figures = new ArrayList<>();
    for (FigureOfSlices figure : figures(report)) {
      SliceSeries series = slices.series(figure.value());
      if (series.known() > 0) {
        figures.add(stability(figure, series, slices, others, gpus, report.marks()));
      }
    }
    return new RunStability(slices.usable(), figures);
  }

  /** Returns the stability of a figure of slices. */
  static Stability of(RunReport report, Threshold.Figure figure) {
    FigureOfSlices ofSlices = FigureOfSlices.of(figure);
    SliceSeries series =
        SlicesUnderLoad.of(report)
            .series(has(report, figure) ? ofSlices.value() : slice -> Double.NaN);
    return StabilityAnalysis.of(series, ofSlices.leastEffect());
  }

  private static boolean has(RunReport report, Threshold.Figure figure) {
    return figure.of(report.statistics()).isPresent();
  }

  private static List<FigureOfSlices> figures(RunReport report) {
    return figures(figure -> has(report, figure));
  }

  /** Returns the figures that are watched during a run, some of which it may not have. */
  static List<FigureOfSlices> watched() {
    return figures(figure -> true);
  }

  private static List<FigureOfSlices> figures(Predicate<Threshold.Figure> isWanted) {
    List<Threshold.Figure> all = new ArrayList<>();
    for (Metric latency : LATENCIES) {
      PERCENTILES.forEach(percentile -> all.add(new Threshold.Figure(latency, percentile)));
    }
    NUMBERS.forEach(number -> all.add(new Threshold.Figure(number, null)));
    List<FigureOfSlices> figures = new ArrayList<>();
    all.stream().filter(isWanted).map(FigureOfSlices::of).forEach(figures::add);
    figures.add(totalGpuPower());
    return figures;
  }

  private static FigureOfSlices totalGpuPower() {
    return FigureOfSlices.number(
        "total_gpu_power", "W", slice -> orNan(slice.getGpuPowerWatts(), 1));
  }

  private static double orNan(@Nullable Number value, double divisor) {
    return value == null ? Double.NaN : value.doubleValue() / divisor;
  }

  /** Returns the figures that may explain a shift, besides those of GPUs. */
  private static List<FigureOfSlices> others() {
    List<FigureOfSlices> others = new ArrayList<>();
    others.add(
        FigureOfSlices.number(
            "requests_sent",
            "requests/sec",
            slice -> slice.getRequestsSent() * NANOS_PER_SECOND / slice.getCoveredNs()));
    others.add(mean(Metric.INPUT_SEQUENCE_LENGTH));
    others.add(mean(Metric.OUTPUT_SEQUENCE_LENGTH));
    others.add(FigureOfSlices.number("in_flight_mean", "requests", SliceFigures::meanInFlight));
    others.add(FigureOfSlices.number("backlog_max", "requests", SliceRow::getBacklogMax));
    others.add(FigureOfSlices.of(new Threshold.Figure(Metric.REQUEST_ERROR_RATE, null)));
    others.add(totalGpuPower());
    others.add(millis("send_lag_p99", SliceRow::getSendLagP99Ns));
    others.add(millis("loop_lag_max", SliceRow::getLoopLagMaxNs));
    others.add(millis("gc_pause", SliceRow::getGcPauseNs));
    others.add(
        FigureOfSlices.number(
            "host_idle_min_ratio", "", slice -> orNan(slice.getHostIdleMinRatio(), 1)));
    return others;
  }

  private static FigureOfSlices mean(Metric metric) {
    return FigureOfSlices.of(new Threshold.Figure(metric, Statistic.AVG));
  }

  private static FigureOfSlices millis(String name, Function<SliceRow, Long> nanos) {
    return FigureOfSlices.number(name, "ms", slice -> orNan(nanos.apply(slice), NANOS_PER_MILLI));
  }

  private static FigureStability stability(
      FigureOfSlices figure,
      SliceSeries series,
      SlicesUnderLoad slices,
      List<FigureOfSlices> others,
      GpuChanges gpus,
      List<MarkRow> marks) {
    Stability stability = StabilityAnalysis.of(series, figure.leastEffect());
    List<Shift> shifts = stability.shifts();
    List<ExplainedShift> explained = new ArrayList<>();
    for (int i = 0; i < shifts.size(); i++) {
      int start = i == 0 ? 0 : shifts.get(i - 1).slice();
      int end = i == shifts.size() - 1 ? slices.count() : shifts.get(i + 1).slice();
      int slice = shifts.get(i).slice();
      explained.add(
          new ExplainedShift(
              shifts.get(i),
              changes(figure, slices, others, gpus, start, slice, end),
              marks.stream()
                  .filter(
                      mark -> mark.getSliceIndex() == slice || mark.getSliceIndex() == slice - 1)
                  .map(MarkRow::getText)
                  .toList()));
    }
    double hours = slices.count() * series.sliceSeconds() / SECONDS_PER_HOUR;
    return new FigureStability(figure, stability, explained, hours);
  }

  /** Returns what else changed at a slice, compared with the neighbouring slices. */
  private static List<Change> changes(
      FigureOfSlices figure,
      SlicesUnderLoad slices,
      List<FigureOfSlices> others,
      GpuChanges gpus,
      int start,
      int slice,
      int end) {
    List<Change> changes = new ArrayList<>();
    int from = Math.max(start, slice - MOST_COMPARED);
    int to = Math.min(end, slice + MOST_COMPARED);
    for (FigureOfSlices other : others) {
      if (!other.name().equals(figure.name())) {
        Optional<LevelChange> change =
            LevelChange.between(
                slices.values(other.value(), from, slice),
                slices.values(other.value(), slice, to),
                other.leastEffect());
        change.ifPresent(
            level ->
                changes.add(new Change(other.text(), "", other.unit(), level.from(), level.to())));
      }
    }
    changes.addAll(gpus.at(slice, slices, from, to));
    changes.sort(Comparator.comparingDouble(RunStability::relativeSize).reversed());
    return changes;
  }

  private static double relativeSize(Change change) {
    double size = Math.abs(change.from()) + Math.abs(change.to());
    return size == 0 ? 0 : Math.abs(change.to() - change.from()) / size;
  }
}
