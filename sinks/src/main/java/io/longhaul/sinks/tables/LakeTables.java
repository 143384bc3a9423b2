package io.longhaul.sinks.tables;

import java.io.IOException;
import java.util.List;

/** Tables that follow a lake, one for each dataset that has rows. For one thread. */
public interface LakeTables {

  /** What was added. */
  interface Added {
    /** Returns the number of tables to which files were added. */
    int tables();

    int files();

    long rows();

    /** Returns which files were not added, as sentences. */
    List<String> problems();
  }

  /**
   * Adds all finished files that are not in the tables yet.
   *
   * @throws IOException if the lake cannot be read, or a table cannot be changed
   */
  Added add() throws IOException;
}
