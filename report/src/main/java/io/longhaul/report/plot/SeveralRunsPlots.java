package io.longhaul.report.plot;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.report.picture.Axis;
import io.longhaul.report.picture.Chart;
import io.longhaul.report.plot.RunFigures.Estimate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The plots that compare runs, such as the cells of a sweep: those of {@code aiperf plot} under
 * their names. If not every run has GPUs, they show the throughput of the whole server instead of
 * that per GPU, under names that say so.
 */
public final class SeveralRunsPlots {
  private static final double CONFIDENCE = 0.95;
  private static final String AVERAGE = " AVG";

  private final List<RunFigures> runs;
  private final boolean isPerGpu;
  private final Plots plots = new Plots();

  /** A run in a plot. */
  private record Point(String label, String setting, Estimate x, Estimate y) {}

  /** A figure of a run. */
  private interface Reading {
    Estimate of(RunFigures run);
  }

  private SeveralRunsPlots(List<RunFigures> runs) {
    this.runs = List.copyOf(runs);
    this.isPerGpu = runs.stream().allMatch(run -> run.gpus() > 0);
  }

  /** Draws runs. */
  public static Plots of(List<RunFigures> runs) {
    return new SeveralRunsPlots(runs).all();
  }

  private Plots all() {
    pareto(
        "latency",
        "Latency",
        Metric.REQUEST_LATENCY,
        "Nothing is better at lower latency and higher throughput than the runs on the line.",
        true);
    pareto(
        "interactivity",
        "Interactivity",
        Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER,
        "No other run gives more to each user and more in total than the runs on the line.",
        false);
    ttftVersusThroughput();
    uncertainty();
    return plots;
  }

  private static Reading reading(Metric metric) {
    return run -> run.averages().getOrDefault(metric.tag(), Estimate.of(Double.NaN));
  }

  private Estimate throughput(RunFigures run) {
    Estimate all = reading(Metric.OUTPUT_TOKEN_THROUGHPUT).of(run);
    int gpus = isPerGpu ? run.gpus() : 1;
    return new Estimate(all.value() / gpus, all.low() / gpus, all.high() / gpus);
  }

  private Axis throughputAxis() {
    return Axis.of(
        isPerGpu
            ? "Output Token Throughput Per GPU AVG (tokens/sec/gpu)"
            : "Output Token Throughput AVG (tokens/sec)");
  }

  private static Axis axis(Metric metric) {
    return Axis.of(metric.header() + AVERAGE + " (" + metric.unit().display() + ")");
  }

  /** Returns the points of each model, in the order of their positions. */
  private Map<String, List<Point>> points(Reading x, Reading y) {
    Map<String, List<Point>> models = new TreeMap<>();
    for (RunFigures run : runs) {
      Point point = new Point(run.label(), run.setting(), x.of(run), y.of(run));
      if (Double.isFinite(point.x().value()) && Double.isFinite(point.y().value())) {
        models.computeIfAbsent(run.model(), any -> new ArrayList<>()).add(point);
      }
    }
    models.values().forEach(its -> its.sort(Comparator.comparingDouble(each -> each.x().value())));
    return models;
  }

  private void pareto(String name, String title, Metric metric, String note, boolean isLess) {
    Chart chart =
        new Chart(
            "Pareto Curve: Token Throughput " + (isPerGpu ? "per GPU " : "") + "vs " + title,
            note,
            axis(metric),
            throughputAxis());
    int color = 0;
    for (Map.Entry<String, List<Point>> model :
        points(reading(metric), this::throughput).entrySet()) {
      List<Point> frontier = frontier(model.getValue(), isLess);
      chart.line("", x(frontier), y(frontier), color);
      add(model.getKey(), model.getValue(), color++, chart);
    }
    plots.add(
        "pareto_curve_throughput_" + (isPerGpu ? "per_gpu_" : "") + "vs_" + name,
        chart,
        "no run has %s and %s".formatted(metric.header(), Metric.OUTPUT_TOKEN_THROUGHPUT.header()));
  }

  /**
   * Returns the points than which no other one is better in both figures.
   *
   * @param isLess whether a smaller position is better
   */
  static <T> List<T> frontier(
      List<T> sorted, ToDoubleFunction<T> x, ToDoubleFunction<T> y, boolean isLess) {
    return sorted.stream()
        .filter(
            point ->
                sorted.stream()
                    .noneMatch(
                        other -> {
                          double ahead = x.applyAsDouble(point) - x.applyAsDouble(other);
                          double better = isLess ? ahead : -ahead;
                          double higher = y.applyAsDouble(other) - y.applyAsDouble(point);
                          return better >= 0 && higher >= 0 && better + higher > 0;
                        }))
        .toList();
  }

  private static List<Point> frontier(List<Point> sorted, boolean isLess) {
    return frontier(sorted, point -> point.x().value(), point -> point.y().value(), isLess);
  }

  private void ttftVersusThroughput() {
    Metric metric = Metric.TIME_TO_FIRST_TOKEN;
    Chart chart =
        new Chart("TTFT vs Throughput", "", axis(metric), axis(Metric.REQUEST_THROUGHPUT));
    int color = 0;
    for (Map.Entry<String, List<Point>> model :
        points(reading(metric), reading(Metric.REQUEST_THROUGHPUT)).entrySet()) {
      chart.line("", x(model.getValue()), y(model.getValue()), color);
      add(model.getKey(), model.getValue(), color++, chart);
    }
    plots.add(
        "ttft_vs_throughput",
        chart,
        "no run has " + metric.header() + " (without --streaming, there is none)");
  }

  private void uncertainty() {
    String name = "latency_throughput_uncertainty";
    Chart chart =
        new Chart(
            "Latency vs Throughput (Joint Uncertainty)",
            "Ellipses: confidence intervals of 95 % across the runs of each setting.",
            axis(Metric.REQUEST_LATENCY),
            throughputAxis());
    int color = 0;
    boolean isKnown = false;
    for (Map.Entry<String, List<Point>> model :
        points(reading(Metric.REQUEST_LATENCY), this::throughput).entrySet()) {
      List<Point> settings = settings(model.getValue());
      List<Point> uncertain =
          settings.stream()
              .filter(each -> each.x().hasInterval() || each.y().hasInterval())
              .toList();
      isKnown |= !uncertain.isEmpty();
      double[] halves =
          DoubleStream.concat(
                  uncertain.stream().mapToDouble(each -> (each.x().high() - each.x().low()) / 2),
                  uncertain.stream().mapToDouble(each -> (each.y().high() - each.y().low()) / 2))
              .toArray();
      chart.ellipses("", x(uncertain), y(uncertain), halves, color);
      chart.line("", x(settings), y(settings), color);
      add(model.getKey(), settings, color++, chart);
    }
    if (isKnown) {
      plots.add(name, chart, "");
    } else {
      plots.skip(name, "no setting was run several times (see --num-profile-runs)");
    }
  }

  /** Returns one point for each setting: runs of the same setting are repetitions. */
  private static List<Point> settings(Collection<Point> points) {
    Map<String, List<Point>> settings = new LinkedHashMap<>();
    points.forEach(
        each -> settings.computeIfAbsent(each.setting(), any -> new ArrayList<>()).add(each));
    return settings.entrySet().stream()
        .map(
            setting ->
                new Point(
                    setting.getValue().get(0).label(),
                    setting.getKey(),
                    across(setting.getValue(), Point::x),
                    across(setting.getValue(), Point::y)))
        .sorted(Comparator.comparingDouble(each -> each.x().value()))
        .toList();
  }

  private static Estimate across(List<Point> runs, Function<Point, Estimate> figure) {
    if (runs.size() == 1) {
      return figure.apply(runs.get(0));
    }
    double[] values = runs.stream().mapToDouble(each -> figure.apply(each).value()).toArray();
    CrossRunStatistics across = CrossRunStatistics.of(values, CONFIDENCE);
    return new Estimate(across.mean(), across.ciLow(), across.ciHigh());
  }

  private static void add(String model, List<Point> points, int color, Chart chart) {
    chart.points(model, x(points), y(points), points.stream().map(Point::label).toList(), color);
  }

  private static double[] x(List<Point> points) {
    return points.stream().mapToDouble(each -> each.x().value()).toArray();
  }

  private static double[] y(List<Point> points) {
    return points.stream().mapToDouble(each -> each.y().value()).toArray();
  }
}
