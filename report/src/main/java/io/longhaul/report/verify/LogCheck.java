package io.longhaul.report.verify;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares the Kafka log of a run with its summary and its requests, lane by lane. */
final class LogCheck {
  private final LogContent log;
  private final RunRow run;
  private final RequestsCheck requests;
  private final Findings found;

  LogCheck(LogContent log, RunRow run, RequestsCheck requests, Findings found) {
    this.log = log;
    this.run = run;
    this.requests = requests;
    this.found = found;
  }

  void check(RunFiles files) throws IOException {
    log.damages().forEach(found::problem);
    log.unsent().forEach(found::declared);
    Map<String, Long> late = new TreeMap<>();
    files.forEach(Dataset.LATE, row -> late.merge(row.getLaneId(), 1L, Long::sum));
    long compared = 0;
    long deleted = 0;
    for (LaneEnd end : run.getLanes()) {
      LoggedLane lane = log.lanes().get(end.getLaneId());
      if (misses(lane, end)) {
        deleted++;
        if (lane != null && lane.events() > 0) {
          requireEqual(end.getLaneId(), "last event", lane.lastSeq(), end.getLastSeq());
        }
        continue;
      }
      compared++;
      compare(LaneFacts.of(end), lane, late.getOrDefault(end.getLaneId(), 0L));
    }
    found.compared(
        "%s of %s%s"
            .formatted(
                Counted.of(log.records(), "record"),
                Counted.of(compared, "lane"),
                deleted == 0 ? "" : notCompared(deleted)));
  }

  /** Returns whether records of a lane were deleted, so that it cannot be compared. */
  private boolean misses(@Nullable LoggedLane lane, LaneEnd end) {
    if (lane == null || lane.events() == 0) {
      return log.deleted() > 0 && end.getEvents() > 0;
    }
    return !lane.isWhole();
  }

  private String notCompared(long lanes) {
    return "; not compared: %s, because records were deleted from the beginning of the log%s"
        .formatted(
            Counted.of(lanes, "lane"), log.deleted() == 0 ? "" : " (%,d)".formatted(log.deleted()));
  }

  private void compare(LaneFacts facts, @Nullable LoggedLane lane, long lateRows) {
    LaneEnd end = facts.end();
    String name = end.getLaneId();
    if (lane == null) {
      if (end.getEvents() > 0) {
        found.problem("Lane %s: the log has no record of it".formatted(name));
      }
      return;
    }
    if (end.getLostEvents() > 0) {
      // The job counts an event as a duplicate that arrives after it has given up its gap.
      requireEqual(
          name,
          "events and duplicates",
          lane.events() + lane.duplicates(),
          end.getEvents() + end.getDuplicates());
    } else {
      requireEqual(name, "events", lane.events(), end.getEvents());
      requireEqual(name, "duplicates", lane.duplicates(), end.getDuplicates());
    }
    requireEqual(name, "last event", lane.lastSeq(), end.getLastSeq());
    if (lateRows > lane.late()) {
      requireEqual(name, "late events", lane.late(), lateRows);
    } else if (lateRows < lane.late()) {
      found.declared(
          "lane %s has %,d events after it was lost that are only in the log"
              .formatted(name, lane.late() - lateRows));
    }
    if (facts.isGenerator() && !facts.missesEvents()) {
      compareRequests(name, lane);
    }
  }

  private void requireEqual(String lane, String what, long inLog, long inLake) {
    if (inLog != inLake) {
      found.problem("Lane %s, %s: log %,d, lake %,d".formatted(lane, what, inLog, inLake));
    }
  }

  /**
   * Compares the requests that ended; requests with outcome {@code lost} have no end in the log.
   */
  private void compareRequests(String name, LoggedLane lane) {
    long[] logged = new long[LaneSlices.OUTCOMES];
    for (Outcome outcome : Outcome.values()) {
      logged[LedgerCounts.indexOf(outcome)] = lane.ended().getOrDefault(outcome, 0L);
    }
    LaneSlices ofLane = requests.lane(name);
    long[] rows = ofLane.allCounts();
    rows[LedgerCounts.COUNTED] = 0;
    String difference = LedgerCounts.difference(logged, rows);
    if (!difference.isEmpty()) {
      found.problem("Lane %s: log and requests count %s".formatted(name, difference));
    } else if (!ofLane.hasIds(lane.idHashHi(), lane.idHashLo())) {
      found.problem("Lane %s: log and requests have different IDs".formatted(name));
    }
  }
}
