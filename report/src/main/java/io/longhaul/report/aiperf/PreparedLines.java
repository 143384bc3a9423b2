package io.longhaul.report.aiperf;

import java.io.Closeable;

/** Lines of requests that were written while the run was in progress. */
public interface PreparedLines extends Closeable {
  /** No lines. */
  PreparedLines NONE = (requests, withTrace) -> false;

  /**
   * Publishes the lines if they are those that the end of the run would write.
   *
   * @param requests the requests of the finished run
   * @param withTrace whether lines contain the HTTP phases
   * @return whether the lines are published; otherwise they must be written
   */
  boolean publish(ReportedRequests requests, boolean withTrace);

  /** Finishes the lines without delay: all requests of the run are committed. */
  default void hurry() {}

  /** Deletes lines that were not published. */
  @Override
  default void close() {}
}
