package io.longhaul.sinks.aggregate;

import io.longhaul.sinks.report.Statistic;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Which cells of a sweep did best, as AIPerf compares them: by the mean throughput of requests, and
 * by the 99th percentile of the time to the first token, or of whole requests when there are cells
 * that do not stream.
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

  /** A figure that is compared. */
  private record Objective(String metric, Statistic statistic) {
    boolean isKnownOf(List<SweepCell> cells) {
      return cells.stream().allMatch(cell -> cell.mean(metric, statistic).isPresent());
    }

    double of(SweepCell cell) {
      return cell.mean(metric, statistic).orElseThrow();
    }
  }

  /**
   * The best in something.
   *
   * @param value of what it is the best in
   */
  public record Best(SweepCell cell, double value, String unit) {}

  /** Those with figures. */
  public List<SweepCell> measured() {
    return cells.stream().filter(cell -> !cell.measured().isEmpty()).toList();
  }

  /** The cell with the most requests a second; empty when there are cells without the figure. */
  public Optional<Best> bestThroughput() {
    return Optional.of(THROUGHPUT)
        .filter(objective -> objective.isKnownOf(measured()))
        .flatMap(objective -> best(objective, cell -> -objective.of(cell)));
  }

  /** The cell with the least latency; empty when there are cells without the figure. */
  public Optional<Best> bestLatency() {
    return latency().flatMap(objective -> best(objective, objective::of));
  }

  private Optional<Best> best(Objective objective, ToDoubleFunction<SweepCell> cost) {
    return measured().stream()
        .min(Comparator.comparingDouble(cost))
        .map(cell -> new Best(cell, objective.of(cell), cell.unit(objective.metric())));
  }

  /** That of first tokens, if all cells have it. */
  private Optional<Objective> latency() {
    return LATENCIES.stream().filter(objective -> objective.isKnownOf(measured())).findFirst();
  }

  /** The Pareto front: cells of which no other has both more throughput and less latency. */
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
