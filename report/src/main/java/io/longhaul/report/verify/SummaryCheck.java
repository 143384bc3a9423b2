package io.longhaul.report.verify;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.Accounting;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RejectionReason;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the summary of a run with the number of its rows, and its counts with each other. */
final class SummaryCheck {
  private static final String COORDINATOR_PREFIX = "c.";

  private final RunRow run;

  SummaryCheck(RunRow run) {
    this.run = run;
  }

  /** Compares the number of rows, and lists what the run has declared incomplete. */
  void compareRows(FilesCheck files, Findings found) {
    for (DatasetCount count : run.getRows()) {
      Optional<Dataset<?>> dataset = Dataset.named(count.getDataset());
      long rows = dataset.map(files::rows).orElse(0L);
      if (rows != count.getRows()) {
        found.problem(
            "Dataset %s has %,d rows instead of %,d"
                .formatted(count.getDataset(), rows, count.getRows()));
      }
    }
    run.getIncompleteBecause().forEach(found::declared);
    found.compared(Counted.of(run.getRows().size(), "dataset"));
  }

  /** Checks the equations of the requests. */
  void checkAccounting(Findings found) {
    Accounting accounting = Accounting.of(run);
    accounting.unknownBecause().forEach(found::declared);
    SliceRow totals = run.getTotals();
    long outcomes = 0;
    for (Outcome outcome : Outcome.values()) {
      outcomes += SliceFigures.count(totals, outcome);
    }
    requireEqual("requests by outcome", outcomes, "ended", totals.getRequestsEnded(), found);
    long issued = 0;
    long unseen = 0;
    for (LaneEnd lane : run.getLanes()) {
      if (LaneFacts.of(lane).sendsLoad()) {
        issued += lane.getIssued();
        unseen += lane.getUnseenRequests();
      }
    }
    requireEqual("requests issued", run.getIssued(), "by the lanes", issued, found);
    requireEqual("requests unseen", run.getUnseenRequests(), "by the lanes", unseen, found);
    if (accounting.isExact()) {
      requireEqual(
          "requests issued",
          run.getIssued(),
          "with an outcome or lost",
          accounting.accounted(),
          found);
      if (accounting.planned().isPresent()) {
        requireEqual(
            "requests planned",
            accounting.planned().getAsLong(),
            "issued or not issued",
            run.getIssued() + run.getNotIssued(),
            found);
      }
    }
    found.compared(Counted.of(run.getIssued(), "request") + " issued");
  }

  private static void requireEqual(
      String what, long one, String otherwise, long other, Findings found) {
    if (one != other) {
      found.problem("Summary: %,d %s, but %,d %s".formatted(one, what, other, otherwise));
    }
  }

  /** Counts the events of each lane: read, missing, dropped, rejected and late. */
  void checkEvents(RunFiles files, Findings events, Findings rejected) throws IOException {
    long[] counts = new long[2];
    Map<String, Long> unreadable = new TreeMap<>();
    Map<String, Long> unplaced = new TreeMap<>();
    files.forEach(
        Dataset.REJECTED,
        row -> {
          counts[0]++;
          boolean inLane =
              row.getSeq() >= 0 && !row.getReason().startsWith(RejectionReason.UNPLACED);
          (inLane ? unreadable : unplaced).merge(row.getLaneId(), 1L, Long::sum);
        });
    Map<String, Long> late = new TreeMap<>();
    files.forEach(
        Dataset.LATE,
        row -> {
          counts[1]++;
          late.merge(row.getLaneId(), 1L, Long::sum);
        });
    long read = 0;
    for (LaneEnd lane : run.getLanes()) {
      String name = lane.getLaneId();
      read += lane.getEvents();
      long missing =
          lane.getLastSeq()
              + 1
              - lane.getEvents()
              - lane.getDroppedDeclared()
              - lane.getLostEvents();
      long rejectedOfLane = orNone(unreadable.remove(name));
      if (-missing != rejectedOfLane) {
        (missing > 0 ? events : rejected)
            .problem(
                "Lane %s: %,d events up to number %,d, %,d read, %,d declared dropped, %,d lost, %,d in rejected"
                    .formatted(
                        name,
                        lane.getLastSeq() + 1,
                        lane.getLastSeq(),
                        lane.getEvents(),
                        lane.getDroppedDeclared(),
                        lane.getLostEvents(),
                        rejectedOfLane));
      }
      long lateOfLane = orNone(late.remove(name));
      if (lateOfLane > 0 && !LaneFacts.of(lane).isLost()) {
        rejected.problem(
            "Lane %s: %,d late events, but it was not lost".formatted(name, lateOfLane));
      } else if (lateOfLane > 0) {
        rejected.declared(
            "lane %s has %,d events after it was lost, in the dataset late"
                .formatted(name, lateOfLane));
      }
    }
    unreadable.forEach((lane, count) -> unplaced.merge(lane, count, Long::sum));
    unplaced.forEach(
        (lane, count) ->
            rejected.declared(
                "lane %s has %,d rejected events that no lane counts, in the dataset rejected"
                    .formatted(lane, count)));
    // A coordinator that was replaced may send a heartbeat before it reads this; it has no effect.
    late.keySet().removeIf(lane -> lane.startsWith(COORDINATOR_PREFIX));
    late.forEach(
        (lane, count) ->
            rejected.problem(
                "Lane %s: %,d late events, but the run has no such lane".formatted(lane, count)));
    events.compared(Counted.of(read, "event") + " of " + Counted.of(run.getLanes().size(), "lane"));
    rejected.compared("%,d rejected and %,d late events".formatted(counts[0], counts[1]));
  }

  private static long orNone(Long count) {
    return count == null ? 0 : count;
  }
}
