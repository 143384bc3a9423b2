package io.longhaul.sinks.lake;

import java.io.IOException;

/** Is shown the rows of a dataset, one after the other. */
@FunctionalInterface
public interface RowReader<T> {
  /**
   * The next row.
   *
   * @throws IOException when what is made of the rows cannot be written; no further row is shown
   */
  void row(T row) throws IOException;
}
