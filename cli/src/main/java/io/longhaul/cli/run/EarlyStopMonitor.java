package io.longhaul.cli.run;

import io.longhaul.config.value.StopConditions;
import io.longhaul.control.coordinator.EarlyStop;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.schema.StopReason;
import io.longhaul.sinks.folder.FreeDiskMonitor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Monitors the stop conditions of a run: no response, a high error rate in the newest slices, too
 * little free disk space. (The coordinator, which reads the lanes, counts consecutive failures.)
 */
final class EarlyStopMonitor implements AutoCloseable {
  private final StopConditions conditions;
  private final Consumer<EarlyStop> stop;

  /** Null without a limit on free disk space. */
  private @Nullable FreeDiskMonitor disk;

  /**
   * @param stop receives each condition that is met, on any thread
   */
  EarlyStopMonitor(StopConditions conditions, Consumer<EarlyStop> stop) {
    this.conditions = conditions;
    this.stop = stop;
  }

  /**
   * Returns the conditions as the coordinator announces them. The limit on the first response is
   * left out, because only the coordinator that started the run can measure it.
   */
  static io.longhaul.wire.control.StopConditions announced(StopConditions conditions) {
    return io.longhaul.wire.control.StopConditions.newBuilder()
        .setFailedShare(
            conditions.failedShare().isPresent() ? conditions.failedShare().getAsDouble() : null)
        .setFailedSlices(conditions.failedSlices())
        .setConsecutiveFailures(
            conditions.consecutiveFailures().isPresent()
                ? conditions.consecutiveFailures().getAsInt()
                : null)
        .setFreeDiskBytes(
            conditions.freeDiskBytes().isPresent() ? conditions.freeDiskBytes().getAsLong() : null)
        .build();
  }

  /** Returns the conditions that a coordinator has announced. */
  static StopConditions read(io.longhaul.wire.control.StopConditions announced) {
    return new StopConditions(
        announced.getFailedShare() == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(announced.getFailedShare()),
        announced.getFailedSlices(),
        announced.getConsecutiveFailures() == null
            ? OptionalInt.empty()
            : OptionalInt.of(announced.getConsecutiveFailures()),
        0,
        announced.getFreeDiskBytes() == null
            ? OptionalLong.empty()
            : OptionalLong.of(announced.getFreeDiskBytes()));
  }

  /**
   * Starts to monitor the configured conditions.
   *
   * @param isStreamed whether responses are streamed
   */
  void watch(LiveSlices slices, List<Path> folders, boolean isStreamed) {
    if (conditions.firstAnswerNanos() > 0) {
      FirstResponseCondition first =
          new FirstResponseCondition(conditions.firstAnswerNanos(), isStreamed);
      slices.addListener(slice -> stopIf(first.onSlice(slice), StopReason.NO_ANSWER));
    }
    if (conditions.failedShare().isPresent()) {
      ErrorRateCondition rate =
          new ErrorRateCondition(conditions.failedShare().getAsDouble(), conditions.failedSlices());
      slices.addListener(slice -> stopIf(rate.onSlice(slice), StopReason.FAILED_REQUESTS));
    }
    if (conditions.freeDiskBytes().isPresent()) {
      disk =
          FreeDiskMonitor.over(
              folders,
              conditions.freeDiskBytes().getAsLong(),
              shortage -> stopIf(Optional.of(shortage), StopReason.FREE_DISK));
    }
  }

  private void stopIf(Optional<String> condition, StopReason reason) {
    condition.ifPresent(met -> stop.accept(new EarlyStop(reason, met)));
  }

  @Override
  public void close() {
    if (disk != null) {
      disk.close();
    }
  }
}
