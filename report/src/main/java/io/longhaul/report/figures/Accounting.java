package io.longhaul.report.figures;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.RowPhase;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The accounting of the requests of a run: planned = issued + not issued, and issued = the sum of
 * all outcomes. A generator that was lost on another machine may have sent requests after its last
 * record in the log; issued and not issued are then intervals.
 *
 * @param planned empty if only time limits the run
 * @param knownIssued requests that were sent according to the log
 * @param knownNotIssued planned requests that were not sent according to the log
 * @param errors requests that ended with an error of any kind
 * @param lost requests lost with their generator, including those of which the log contains only
 *     their number
 * @param unknownBecause why {@code issued} is not exact, one sentence per lane; empty if it is
 */
public record Accounting(
    OptionalLong planned,
    long knownIssued,
    long knownNotIssued,
    long ok,
    long errors,
    long timeouts,
    long cancelled,
    long inFlightAtStop,
    long lost,
    List<String> unknownBecause) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * A count that lies between two bounds.
   *
   * @param atMost empty if there is no upper bound
   */
  public record Interval(long atLeast, OptionalLong atMost) {
    public boolean isExact() {
      return atMost.isPresent() && atMost.getAsLong() == atLeast;
    }
  }

  /** Returns the accounting of a run, computed from its summary. */
  public static Accounting of(RunRow run) {
    SliceRow totals = run.getTotals();
    return new Accounting(
        run.getPlannedRequests() < 0
            ? OptionalLong.empty()
            : OptionalLong.of(run.getPlannedRequests()),
        run.getIssued(),
        run.getNotIssued(),
        totals.getRequestsOk(),
        totals.getHttpErrors()
            + totals.getTransportErrors()
            + totals.getProtocolErrors()
            + totals.getStreamErrors()
            + totals.getTruncated(),
        totals.getTimeouts(),
        totals.getCancelled(),
        totals.getInFlightAtStop(),
        totals.getLost() + run.getUnseenRequests(),
        unknownBecause(run));
  }

  /** Returns the requests that were sent, at least as many as {@link #accounted}. */
  public Interval issued() {
    return upToPlan(issuedAtLeast());
  }

  /** Returns the planned requests that were not sent. */
  public Interval notIssued() {
    return upToPlan(knownNotIssued);
  }

  /** The number of planned requests bounds the number of issued ones, and the reverse. */
  private Interval upToPlan(long atLeast) {
    if (unknownBecause.isEmpty()) {
      return new Interval(atLeast, OptionalLong.of(atLeast));
    }
    if (planned.isEmpty()) {
      return new Interval(atLeast, planned);
    }
    long rest = Math.max(0, planned.getAsLong() - issuedAtLeast() - knownNotIssued);
    return new Interval(atLeast, OptionalLong.of(atLeast + rest));
  }

  private long issuedAtLeast() {
    return unknownBecause.isEmpty() ? knownIssued : Math.max(knownIssued, accounted());
  }

  /** Returns whether every count is exact. */
  public boolean isExact() {
    return issued().isExact() && notIssued().isExact();
  }

  /** Returns the requests whose outcome, or at least number, is in the log. */
  public long accounted() {
    return ok + errors + timeouts + cancelled + inFlightAtStop + lost;
  }

  /** Returns the issued requests that are not in the log; from 0 to an unknown number. */
  public Interval unknown() {
    long accounted = accounted();
    OptionalLong atMost = issued().atMost();
    return new Interval(
        issuedAtLeast() - accounted,
        atMost.isPresent() ? OptionalLong.of(atMost.getAsLong() - accounted) : atMost);
  }

  /** Returns whether both equations hold; meaningful only if {@link #isExact}. */
  public boolean isBalanced() {
    boolean planHolds =
        planned.isEmpty() || planned.getAsLong() == issuedAtLeast() + knownNotIssued;
    return planHolds && issuedAtLeast() == accounted();
  }

  private static List<String> unknownBecause(RunRow run) {
    return run.getLanes().stream()
        .filter(lane -> isProfilingGenerator(lane) && !isExact(lane))
        .map(lane -> sentence(lane, run.getRunStartEpochNs()))
        .toList();
  }

  private static boolean isProfilingGenerator(LaneEnd lane) {
    return lane.getLaneKind().equals("generator") && RowPhase.PROFILING.matches(lane.getPhase());
  }

  /** Older rows lack this field; there, the count of a lost lane may be too low. */
  private static boolean isExact(LaneEnd lane) {
    return lane.getIssuedExact() == null ? !lane.getEnd().equals("lost") : lane.getIssuedExact();
  }

  private static String sentence(LaneEnd lane, long runStartEpochNanos) {
    String loss =
        "lane %s was lost (%s)".formatted(lane.getLaneId(), String.valueOf(lane.getReason()));
    if (lane.getEndEpochNs() == null) {
      return loss + "; the log has no record of it";
    }
    double seconds = (lane.getEndEpochNs() - runStartEpochNanos) / NANOS_PER_SECOND;
    return String.format(
        Locale.ROOT, "%s; the log has its requests up to %.1f s of the run", loss, seconds);
  }
}
