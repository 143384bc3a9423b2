package io.longhaul.cli.dashboard;

import io.longhaul.cli.console.ProgressSnapshot;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.report.figures.LiveFigure;
import java.util.List;
import java.util.Map;

/**
 * Everything that the dashboard shows at one time.
 *
 * @param title what is measured
 * @param liveView URL of the live view; empty if there is none
 * @param lanes state of the generators
 * @param slices the newest finished slices, oldest first; some may be missing
 * @param totals counts of the run so far
 * @param gpus latest sample of each GPU
 * @param events what happened, oldest first
 * @param figures verdicts on the stability of the figures
 */
record DashboardState(
    String title,
    String liveView,
    ProgressSnapshot progress,
    List<LiveLane> lanes,
    List<SlicePoint> slices,
    Totals totals,
    List<GpuNow> gpus,
    List<Event> events,
    List<LiveFigure> figures) {

  DashboardState {
    lanes = List.copyOf(lanes);
    slices = List.copyOf(slices);
    gpus = List.copyOf(gpus);
    events = List.copyOf(events);
    figures = List.copyOf(figures);
  }

  /**
   * Counts of the finished slices.
   *
   * @param slices number of slices
   * @param untrusted number of slices that cannot be trusted
   * @param errorsByKind number of failed requests by kind of error
   */
  record Totals(long slices, long untrusted, Map<String, Long> errorsByKind) {
    Totals {
      errorsByKind = Map.copyOf(errorsByKind);
    }

    long errors() {
      return errorsByKind.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * An event of the run.
   *
   * @param elapsedNanos time since the start of the command
   */
  record Event(long elapsedNanos, String text) {}
}
