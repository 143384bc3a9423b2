package io.longhaul.report.verify;

import java.util.List;
import java.util.Map;

/**
 * What the Kafka log contains of a run.
 *
 * @param lanes by name
 * @param damages sentences about places in the log that cannot be read
 * @param unsent sentences about events that the broker has not accepted
 * @param records number of records of the run
 * @param deleted number of records that were deleted from the beginning of the log
 */
public record LogContent(
    Map<String, LoggedLane> lanes,
    List<String> damages,
    List<String> unsent,
    long records,
    long deleted) {

  public LogContent {
    lanes = Map.copyOf(lanes);
    damages = List.copyOf(damages);
    unsent = List.copyOf(unsent);
  }
}
