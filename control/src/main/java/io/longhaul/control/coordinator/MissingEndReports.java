package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds generators whose lanes have all ended in the log but that have not reported their end,
 * because the process has exited or its report cannot reach the coordinator. Not thread-safe.
 */
final class MissingEndReports {
  private final Duration timeout;

  /** By generator: time since which all of its lanes have ended. */
  private final Map<Generator, Long> sinceNanos = new HashMap<>();

  /**
   * @param timeout maximum time without a report
   */
  MissingEndReports(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Returns the generators whose report is overdue. Call it repeatedly.
   *
   * @param areLanesOver returns whether all lanes of a generator have ended or were lost
   * @param nowNanos a clock that stops during Kafka outages
   */
  List<Generator> overdue(
      Collection<Generator> generators, Predicate<Generator> areLanesOver, long nowNanos) {
    List<Generator> overdue = new ArrayList<>();
    for (Generator generator : generators) {
      if (!generator.isOver() && areLanesOver.test(generator)) {
        Long since = sinceNanos.putIfAbsent(generator, nowNanos);
        if (since != null && nowNanos - since > timeout.toNanos()) {
          overdue.add(generator);
        }
      }
    }
    return overdue;
  }
}
