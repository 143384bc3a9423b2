package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.EarlyStop;
import io.longhaul.cli.coordinator.ErrorRateCondition;
import io.longhaul.cli.coordinator.FirstResponseCondition;
import io.longhaul.cli.coordinator.LiveSlices;
import io.longhaul.cli.coordinator.LoadOutcome;
import io.longhaul.cli.folder.FreeDiskMonitor;
import io.longhaul.cli.options.StopConditions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks for what ends a run's load early: no answer at all, too many failures in its newest slices,
 * too little free disk. (Failures in a row are counted by the coordinator, which reads the lanes.)
 */
final class EarlyStopMonitor implements AutoCloseable {
  private final StopConditions conditions;
  private final Consumer<EarlyStop> stop;

  /** Null when nobody asked. */
  private FreeDiskMonitor disk;

  /**
   * @param stop takes what came true, from any thread
   */
  EarlyStopMonitor(StopConditions conditions, Consumer<EarlyStop> stop) {
    this.conditions = conditions;
    this.stop = stop;
  }

  /**
   * Begins to look, at what was asked for.
   *
   * @param isStreamed whether answers come in parts
   */
  void watch(LiveSlices slices, List<Path> folders, boolean isStreamed) {
    if (conditions.firstAnswerNanos() > 0) {
      FirstResponseCondition first =
          new FirstResponseCondition(conditions.firstAnswerNanos(), isStreamed);
      slices.addListener(
          slice ->
              first
                  .onSlice(slice)
                  .ifPresent(
                      condition -> stop.accept(new EarlyStop(LoadOutcome.NO_ANSWER, condition))));
    }
    conditions
        .failedShare()
        .ifPresent(
            bound -> watch(slices, new ErrorRateCondition(bound, conditions.failedSlices())));
    conditions
        .freeDiskBytes()
        .ifPresent(
            bytes ->
                disk =
                    FreeDiskMonitor.over(
                        folders,
                        bytes,
                        shortage -> stop.accept(new EarlyStop(LoadOutcome.FREE_DISK, shortage))));
  }

  private void watch(LiveSlices slices, ErrorRateCondition share) {
    slices.addListener(
        slice ->
            share
                .onSlice(slice)
                .ifPresent(
                    condition ->
                        stop.accept(new EarlyStop(LoadOutcome.FAILED_REQUESTS, condition))));
  }

  @Override
  public void close() {
    if (disk != null) {
      disk.close();
    }
  }
}
