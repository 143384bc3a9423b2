package io.longhaul.load;

import io.longhaul.load.record.LaneSummary;
import java.util.List;

/**
 * What a generator did in one phase.
 *
 * @param lanes one summary per lane
 */
public record GeneratorReport(List<LaneSummary> lanes) {
  public GeneratorReport {
    lanes = List.copyOf(lanes);
  }

  /** Requests sent. */
  public long issued() {
    return lanes.stream().mapToLong(LaneSummary::issued).sum();
  }

  /** Requests that were planned and not sent. */
  public long notIssued() {
    return lanes.stream().mapToLong(lane -> lane.notIssued().total()).sum();
  }

  /** Events that were lost in this process. */
  public long droppedEvents() {
    return lanes.stream().mapToLong(LaneSummary::droppedEvents).sum();
  }
}
