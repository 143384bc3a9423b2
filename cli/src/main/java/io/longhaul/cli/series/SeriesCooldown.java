package io.longhaul.cli.series;

import java.time.Duration;

/** Is asked between the runs of a series, on its thread. */
@FunctionalInterface
interface SeriesCooldown {
  /** Each run follows at once. */
  SeriesCooldown NONE = (last, next) -> Duration.ZERO;

  /**
   * How long nothing is done.
   *
   * @param last run that was carried out; there may have been others since that nobody wanted
   */
  Duration between(PlannedRun last, PlannedRun next);
}
