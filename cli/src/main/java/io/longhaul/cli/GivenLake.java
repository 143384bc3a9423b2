package io.longhaul.cli;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A lake that a command reads.
 *
 * @param option option or argument that names it, for messages
 */
record GivenLake(String option, Path folder) {
  /** Returns the lake; reports a folder that is none. */
  Lake checked(OptionProblems problems) throws IOException {
    Lake lake = new Lake(folder.toAbsolutePath().normalize());
    if (!ObjectStores.isFolder(lake.folder())) {
      problems.invalid(option, folder, "a folder that exists");
    } else if (lake.isEmpty()
        && JobRegistration.topicPrefixes(lake).isEmpty()
        && RunRegistration.runs(lake).isEmpty()) {
      RunLake ofRun = DeclaredRunJson.lakeOf(new ExportLayout(lake.folder()));
      problems.invalid(
          option,
          folder,
          ofRun.lake().isEmpty()
              ? "a lake: it has no rows, and no job was submitted that writes them"
              : "it is the folder of a run: give its lake, "
                  + (ofRun.isShared() ? ofRun.lake().folder() : folder.resolve("lake")));
    }
    return lake;
  }
}
