package io.longhaul.report.servers;

import io.longhaul.export.ServerSliceRow;
import java.io.IOException;

/** Receives slices of server metrics, one after another. */
@FunctionalInterface
public interface SliceConsumer {
  /**
   * Receives the next slice.
   *
   * @throws IOException if it cannot be written
   */
  void take(ServerSliceRow slice) throws IOException;
}
