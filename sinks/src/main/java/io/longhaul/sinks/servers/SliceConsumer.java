package io.longhaul.sinks.servers;

import io.longhaul.export.ServerSliceRow;
import java.io.IOException;

/** Takes slices of servers' metrics, one after the other. */
@FunctionalInterface
public interface SliceConsumer {
  /**
   * The next slice.
   *
   * @throws IOException when it cannot be written
   */
  void take(ServerSliceRow slice) throws IOException;
}
