package io.longhaul.cli.series;

import java.time.Duration;

/** Determines the pauses of a series; called on its thread. */
@FunctionalInterface
interface SeriesCooldown {
  /** No pauses. */
  SeriesCooldown NONE = (last, next) -> Duration.ZERO;

  /**
   * Returns the pause before a run.
   *
   * @param last the last executed run; skipped runs may lie between it and {@code next}
   */
  Duration between(PlannedRun last, PlannedRun next);
}
