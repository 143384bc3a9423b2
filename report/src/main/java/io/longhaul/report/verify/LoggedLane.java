package io.longhaul.report.verify;

import io.longhaul.metrics.Outcome;
import java.util.Map;

/**
 * What the Kafka log contains of a lane.
 *
 * @param isWhole whether the log contains the lane from its first event
 * @param events events up to the end of the lane or the verdict, each counted once
 * @param duplicates events that occur again
 * @param lastSeq highest number of an event
 * @param late events after the verdict
 * @param ended requests that ended, by outcome
 * @param idHashHi upper half of the hash sum of their IDs
 */
public record LoggedLane(
    boolean isWhole,
    long events,
    long duplicates,
    long lastSeq,
    long late,
    Map<Outcome, Long> ended,
    long idHashHi,
    long idHashLo) {

  public LoggedLane {
    ended = Map.copyOf(ended);
  }
}
