/**
 * Whether a figure stayed the same during a run: {@link io.longhaul.metrics.stability.Stability} of
 * one value per slice. Settling time, trend, level shifts, daily season and outliers, as pure
 * functions of the values. And whether a gauge grew as it does with a leak: {@link
 * io.longhaul.metrics.stability.Growth}. And where the level of a short series changed, such as a
 * figure of successive runs: {@link io.longhaul.metrics.stability.ChangePoint}. And, slice by slice
 * while a run is in progress, whether the level of a figure has changed: {@link
 * io.longhaul.metrics.stability.ShiftDetector}.
 *
 * <p>May import {@code java.*} and {@code io.longhaul.metrics.stats}. Runs on the caller's thread;
 * results are immutable. Only the detector has a state.
 */
@NullMarked
package io.longhaul.metrics.stability;

import org.jspecify.annotations.NullMarked;
