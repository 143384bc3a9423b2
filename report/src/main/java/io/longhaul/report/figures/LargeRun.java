package io.longhaul.report.figures;

import io.longhaul.export.RunRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.metrics.ReplayLag;
import io.longhaul.metrics.stats.MultiPassStatistics;
import io.longhaul.sinks.RowPhase;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Computes the figures of a run with more requests than fit into memory, in several passes over
 * blocks of them. They are equal to those of a smaller run, but there are no time slices of AIPerf
 * and no statistics of gaps between chunks and of requests in flight.
 *
 * @param lastSlice requests that ended after this slice are excluded
 * @param wanted the metrics that apply to this run
 */
record LargeRun(
    RequestBlocks blocks,
    RunRow run,
    long lastSlice,
    Predicate<Metric> wanted,
    NetworkRoundTrip roundTrip) {

  /** The figures of the profiling phase. */
  record Figures(WindowStatistics statistics, Goodput goodput) {}

  /**
   * Reads the profiling phase.
   *
   * @param also values that rows do not contain, in stored units
   * @param windowNanos length of the window, for rates
   * @param availability receives all requests
   */
  Figures profiling(Map<Metric, Long> also, long windowNanos, AvailabilityFold availability)
      throws IOException {
    MultiPassFold fold = new MultiPassFold(wanted, roundTrip, also);
    Goodput.Fold goodput = new Goodput.Fold(run.getObjectives());
    MultiPassStatistics offsets = new MultiPassStatistics();
    boolean replayed = run.getFixedSchedule();
    boolean first = true;
    while (fold.needsAnotherPass() || (replayed && offsets.needsAnotherPass())) {
      boolean isFirst = first;
      Set<Metric> metrics = fold.metrics();
      blocks.forEach(
          RowPhase.PROFILING,
          lastSlice,
          metrics,
          block -> {
            fold.add(block);
            if (isFirst) {
              availability.add(block);
              goodput.add(block);
            }
            if (replayed && offsets.needsAnotherPass()) {
              for (long offset : block.offsetsFromSchedule()) {
                offsets.add(offset);
              }
            }
          });
      fold.endPass();
      if (offsets.needsAnotherPass()) {
        offsets.endPass(0);
      }
      first = false;
    }
    Map<Metric, Double> lag =
        offsets
            .summary(Metric.SEND_LAG.unit().storedPerDisplay())
            .map(ReplayLag::of)
            .orElse(Map.of());
    return new Figures(
        fold.finish(windowNanos).completedBy(new WindowStatistics(Map.of(), lag)),
        goodput.finish());
  }

  /** Reads the warm-up. */
  WindowStatistics warmup() throws IOException {
    MultiPassFold fold = new MultiPassFold(wanted, roundTrip, Map.of());
    PhaseRequests.Span[] span = {PhaseRequests.Span.NONE};
    while (fold.needsAnotherPass()) {
      blocks.forEach(
          RowPhase.WARMUP,
          Long.MAX_VALUE,
          fold.metrics(),
          block -> {
            if (!block.isEmpty()) {
              fold.add(block);
              span[0] = span[0].with(block.span());
            }
          });
      fold.endPass();
    }
    return fold.finish(span[0].nanos());
  }
}
