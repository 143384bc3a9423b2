package io.longhaul.load;

import io.longhaul.load.record.NotIssuedCounts;
import io.longhaul.load.record.SharePosition;
import java.util.Optional;
import java.util.PrimitiveIterator;

/**
 * The rest of a lane's share, of which a lost lane has sent a part. Requests that were planned for
 * a time at which no lane could send them are skipped and counted; the next one that is due is
 * sent. Sessions that the lost lane has begun do not continue. For one thread.
 */
final class ShareContinuation {
  private final RequestScheduler scheduler;
  private final PrimitiveIterator.OfLong sessions;
  private long sessionsSkipped;
  private long notIssued;

  /**
   * Skips the part that was used.
   *
   * @param scheduler a new scheduler of the share
   * @param sessions the share's sessions
   * @param used the part that was used; empty if it is not known
   * @param absentFromNanos time since the start of the phase from which certainly no lane has sent
   *     requests; earlier ones are not counted as not issued if the used part is not known
   */
  ShareContinuation(
      RequestScheduler scheduler,
      PrimitiveIterator.OfLong sessions,
      Optional<SharePosition> used,
      long absentFromNanos) {
    this.scheduler = scheduler;
    this.sessions = sessions;
    if (used.isPresent()) {
      scheduler.skip(used.get());
    } else {
      long unused = scheduler.skipBefore(absentFromNanos);
    }
    skipSessions();
  }

  /** Skips the requests that are planned for an earlier time since the start of the phase. */
  void skipBefore(long offsetNanos) {
    notIssued += scheduler.skipBefore(offsetNanos);
    skipSessions();
  }

  private void skipSessions() {
    while (sessionsSkipped < scheduler.skipped().sessions() && sessions.hasNext()) {
      sessions.nextLong();
      sessionsSkipped++;
    }
  }

  RequestScheduler scheduler() {
    return scheduler;
  }

  /** Returns the sessions of the rest. */
  PrimitiveIterator.OfLong sessions() {
    return sessions;
  }

  /** Returns the skipped requests. */
  NotIssuedCounts missed() {
    return new NotIssuedCounts(0, 0, notIssued, 0);
  }
}
