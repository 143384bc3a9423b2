package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.Stability.Trend;
import java.util.Optional;

/**
 * Whether a gauge, such as the memory in use, grew during a run as it does with a leak. Values are
 * in the unit of the gauge, without the daily season.
 *
 * @param state the conclusion
 * @param slices number of slices with a value
 * @param start lowest level in the first third of the run, after settling
 * @param end lowest level in the last third
 * @param trend trend after settling; empty if the run is too short
 */
public record Growth(
    GrowthState state, int slices, double start, double end, Optional<Trend> trend) {

  /** Returns the growth of a gauge with too few slices. */
  static Growth tooShort(int slices) {
    return new Growth(GrowthState.TOO_SHORT, slices, Double.NaN, Double.NaN, Optional.empty());
  }
}
