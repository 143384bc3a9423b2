package io.longhaul.cli.run;

import java.util.Optional;

/** The tables to which the rows of a run are added. A failure of theirs does not affect the run. */
interface RunTables extends AutoCloseable {
  /** For a run without tables. */
  RunTables NONE =
      new RunTables() {
        @Override
        public void end() {}

        @Override
        public Optional<String> awaitRest() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** Adds the last rows soon, after all of them are in the lake. Does not wait. */
  void end();

  /**
   * Waits until the last rows are added.
   *
   * @return what is missing, why, and which command adds it, as a sentence; empty if nothing is
   */
  Optional<String> awaitRest() throws InterruptedException;

  /** Ends the work without adding the last rows. */
  @Override
  void close();
}
