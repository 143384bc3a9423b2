package io.longhaul.load;

import io.longhaul.load.record.LaneSummary;
import java.util.List;

/**
 * The result of one phase of one generator.
 *
 * @param lanes one summary per lane
 */
public record GeneratorReport(List<LaneSummary> lanes) {
  public GeneratorReport {
    lanes = List.copyOf(lanes);
  }

  /** Returns the number of requests that were sent. */
  public long issued() {
    return lanes.stream().mapToLong(LaneSummary::issued).sum();
  }

  /** Returns the number of requests that were planned and not sent. */
  public long notIssued() {
    return lanes.stream().mapToLong(lane -> lane.notIssued().total()).sum();
  }

  /** Returns the number of events that this process lost. */
  public long droppedEvents() {
    return lanes.stream().mapToLong(LaneSummary::droppedEvents).sum();
  }
}
