package io.longhaul.sinks.tables;

import java.io.IOException;
import java.util.List;

/** Tables that follow a lake, one for each dataset that has rows. For one thread. */
public interface LakeTables {

  /**
   * What was added.
   *
   * @param tables number of tables to which files were added
   * @param problems files that were not added, as sentences
   */
  record Added(int tables, int files, long rows, List<String> problems) {}

  /**
   * Adds all finished files that are not in the tables yet.
   *
   * @throws IOException if the lake cannot be read, or a table cannot be changed
   */
  Added add() throws IOException;
}
