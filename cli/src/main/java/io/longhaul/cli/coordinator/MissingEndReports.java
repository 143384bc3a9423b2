package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Generators whose lanes have all ended in the log, and that have not reported their end: their
 * process has ended, or their report cannot reach the coordinator. For one thread.
 */
final class MissingEndReports {
  private final Duration timeout;

  /** By generator: since when all of its lanes are over. */
  private final Map<Generator, Long> sinceNanos = new HashMap<>();

  /**
   * @param longest how long a report may be missing
   */
  MissingEndReports(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Generators whose reports have been missing for too long. To be called again and again.
   *
   * @param areLanesOver whether all lanes of a generator have ended or were lost
   * @param nowNanos a time that stands still while Kafka is away
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
