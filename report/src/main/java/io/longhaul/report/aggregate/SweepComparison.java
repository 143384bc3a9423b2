package io.longhaul.report.aggregate;

import io.longhaul.report.figures.Statistic;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The comparison of the cells of a sweep as in AIPerf: by mean request throughput, and by the 99th
 * percentile of time to first token, or of request latency if there are cells without streaming.
 *
 * @param cells in the order of the sweep
 */
public record SweepComparison(List<SweepCell> cells) {
  private static final Objective THROUGHPUT = new Objective("request_throughput", Statistic.AVG);
  private static final List<Objective> LATENCIES =
      List.of(
          new Objective("time_to_first_token", Statistic.P99),
          new Objective("request_latency", Statistic.P99));

  public SweepComparison {
    cells = List.copyOf(cells);
  }

  /** A compared figure. */
  private record Objective(String metric, Statistic statistic) {
    boolean isKnownOf(List<SweepCell> cells) {
      return cells.stream().allMatch(cell -> cell.mean(metric, statistic).isPresent());
    }

    double of(SweepCell cell) {
      return cell.mean(metric, statistic).orElseThrow();
    }
  }

  /**
   * The best cell for a figure.
   *
   * @param value value of the figure
   */
  public record Best(SweepCell cell, double value, String unit) {}

  /** Returns the cells with figures. */
  public List<SweepCell> measured() {
    return cells.stream().filter(cell -> !cell.measured().isEmpty()).toList();
  }

  /** Returns the cell with the highest throughput; empty if there are cells without the figure. */
  public Optional<Best> bestThroughput() {
    return Optional.of(THROUGHPUT)
        .filter(objective -> objective.isKnownOf(measured()))
        .flatMap(objective -> best(objective, cell -> -objective.of(cell)));
  }

  /** Returns the cell with the lowest latency; empty if there are cells without the figure. */
  public Optional<Best> bestLatency() {
    return latency().flatMap(objective -> best(objective, objective::of));
  }

  private Optional<Best> best(Objective objective, ToDoubleFunction<SweepCell> cost) {
    return measured().stream()
        .min(Comparator.comparingDouble(cost))
        .map(cell -> new Best(cell, objective.of(cell), cell.unit(objective.metric())));
  }

  /** Returns time to first token if all cells have it, otherwise request latency. */
  private Optional<Objective> latency() {
    return LATENCIES.stream().filter(objective -> objective.isKnownOf(measured())).findFirst();
  }

  /**
   * Returns the Pareto front: cells such that no other has both higher throughput and lower
   * latency.
   */
  public List<SweepCell> front() {
    Optional<Objective> latency = latency();
    if (latency.isEmpty() || !THROUGHPUT.isKnownOf(measured())) {
      return List.of();
    }
    return measured().stream()
        .filter(cell -> measured().stream().noneMatch(other -> beats(other, cell, latency.get())))
        .toList();
  }

  private static boolean beats(SweepCell one, SweepCell other, Objective latency) {
    double faster = THROUGHPUT.of(one) - THROUGHPUT.of(other);
    double sooner = latency.of(other) - latency.of(one);
    return faster >= 0 && sooner >= 0 && faster + sooner > 0;
  }
}
