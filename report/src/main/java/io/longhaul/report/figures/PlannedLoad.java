package io.longhaul.report.figures;

import java.util.OptionalLong;

/**
 * What is known of a load before it starts. Times are in nanoseconds since the start of the run.
 *
 * @param requests number of requests after which no more are sent; empty if there is no limit
 * @param endNanos time after which no more requests are sent; empty if there is no limit
 * @param changes when the load changes
 */
public record PlannedLoad(OptionalLong requests, OptionalLong endNanos, Changes changes) {
  /** A load without changes and without a limit. */
  public static final PlannedLoad CONSTANT =
      new PlannedLoad(OptionalLong.empty(), OptionalLong.empty(), (from, until) -> false);

  /** Times at which the load changes. */
  @FunctionalInterface
  public interface Changes {
    /** Returns whether the load changes from a time until before another one. */
    boolean areWithin(long fromNanos, long untilNanos);
  }

  /** Returns whether nothing but the requests themselves shows when their sending ends. */
  boolean hasUnknownEnd() {
    return requests.isEmpty() && endNanos.isEmpty();
  }
}
