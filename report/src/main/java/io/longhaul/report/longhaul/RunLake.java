package io.longhaul.report.longhaul;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The lake in which the rows of the run in a folder are.
 *
 * @param runId run of the folder; empty if the folder does not name it, as when only the lake was
 *     copied
 * @param isShared whether the lake is outside the folder, and may contain rows of other runs
 */
public record RunLake(Lake lake, Optional<String> runId, boolean isShared) {

  /**
   * Returns the lake of a run.
   *
   * @param elsewhere lake outside its folder; empty if it is in the folder
   */
  public static RunLake of(ExportLayout layout, Optional<Path> elsewhere, Optional<String> runId) {
    return new RunLake(new Lake(elsewhere.orElseGet(layout::lake)), runId, elsewhere.isPresent());
  }

  /** Returns the sorted runs of the folder that have rows. */
  public List<String> runs() throws IOException {
    List<String> runs = lake.runs();
    return isShared
        ? runs.stream().filter(run -> runId.filter(run::equals).isPresent()).toList()
        : runs;
  }
}
