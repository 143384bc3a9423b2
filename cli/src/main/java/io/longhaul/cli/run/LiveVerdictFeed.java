package io.longhaul.cli.run;

import io.longhaul.cli.api.RunView;
import io.longhaul.cli.console.ProgressLine;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.PlannedLoad;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges each finished slice of a run once, and passes the verdicts to all views. Must listen to
 * the slices before the views do. Thread-safe.
 */
final class LiveVerdictFeed implements LiveSlices.Listener, RunListener {
  private static final Logger LOG = LoggerFactory.getLogger(LiveVerdictFeed.class);

  private final ProgressLine progress;
  private final List<RunView> views;

  /** Guarded by this. */
  private final LiveStability stability;

  private boolean hasFailed;

  LiveVerdictFeed(RunPlan plan, ProgressLine progress, List<RunView> views) {
    this.progress = progress;
    this.views = List.copyOf(views);
    this.stability =
        new LiveStability(plan.measurement().sliceNanos(), planned(plan.load().profiling()));
  }

  @Override
  public synchronized void finished(SliceRow slice) {
    if (hasFailed) {
      return;
    }
    try {
      LiveStability.Judgement judgement = stability.finished(slice);
      views.forEach(view -> view.judged(judgement));
      judgement.news().forEach(news -> progress.news(news.text()));
    } catch (RuntimeException e) {
      // Other listeners, which stop the load, need the thread of the slices.
      LOG.error("The run continues without verdicts", e);
      hasFailed = true;
    }
  }

  @Override
  public synchronized void stopping(String because) {
    stability.loadEnded();
  }

  @Override
  public synchronized void loadEnded() {
    stability.loadEnded();
  }

  /** Returns what is known of a load from its plan. */
  static PlannedLoad planned(PhasePlan load) {
    RateCurve rate = load.rate();
    long rampNanos =
        Math.max(
            load.concurrencyRampNanos(), load.prefill() == null ? 0 : load.prefill().rampNanos());
    return new PlannedLoad(
        optional(load.requestCount()),
        optional(load.durationNanos()),
        (from, until) -> from < rampNanos || (rate != null && changes(rate, from, until)));
  }

  private static OptionalLong optional(@Nullable Long limit) {
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  private static boolean changes(RateCurve rate, long from, long until) {
    int before = rate.stageAt(Math.max(0, from - 1));
    int last = rate.stageAt(until - 1);
    return before != last || !rate.stages().get(last).isLevel();
  }
}
