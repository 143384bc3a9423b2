package io.longhaul.sinks.lake;

import java.io.IOException;

/** Receives the rows of a dataset, one after another. */
@FunctionalInterface
public interface RowReader<T> {
  /**
   * Receives the next row.
   *
   * @throws IOException if processing fails; no further row is read
   */
  void row(T row) throws IOException;
}
