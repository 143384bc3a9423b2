package io.longhaul.cli.api;

import io.longhaul.export.SliceRow;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;

/**
 * A run's state for Prometheus: AIPerf's metrics with AIPerf's names, and Longhaul's own with
 * {@code longhaul_…}. Values of {@code longhaul_newest_slice_…} cover the newest finished slice,
 * all others the run so far. For one thread.
 */
final class PrometheusExposition {
  private final ApiRunInfo runInfo;
  private final RunState state;
  private final boolean hasObjectives;
  private final LatencyHistograms histograms;

  private final MetricsWriter writer = new MetricsWriter();

  PrometheusExposition(ApiRunInfo runInfo, RunState state) {
    this.runInfo = runInfo;
    this.state = state;
    this.hasObjectives = !runInfo.slos().slos().isEmpty();
    this.histograms = new LatencyHistograms(MetricFamilies.labels(runInfo.labels()));
  }

  /**
   * Returns the metrics in the best format that the client accepts.
   *
   * @param accept value of the header {@code Accept}; empty without one
   */
  ApiResponse respond(String accept) throws IOException {
    return writer.respond(accept, snapshots());
  }

  /** Returns the metrics. */
  MetricSnapshots snapshots() {
    MetricFamilies families = new MetricFamilies(MetricFamilies.labels(runInfo.labels()));
    AiperfFamilies.addTo(families, runInfo, state);
    RunFamilies.addTo(families, state);
    state.totals().row().ifPresent(totals -> addSlices(families, totals));
    return families.snapshots();
  }

  private void addSlices(MetricFamilies families, SliceRow totals) {
    ErrorKinds kinds = new ErrorKinds(totals.getErrors());
    RunFamilies.addCounters(families, totals, hasObjectives, kinds);
    histograms.of(state.totals()).forEach(families::add);
    state
        .newestSlice()
        .ifPresent(slice -> NewestSliceFamilies.addTo(families, slice, hasObjectives, kinds));
    state
        .judgement()
        .figures()
        .forEach(figure -> NewestSliceFamilies.addStability(families, figure));
  }
}
