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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lake that a command reads.
 *
 * @param option option or argument that names it, for messages
 */
record GivenLake(String option, Path folder) {
  private static final String ARGUMENT = "LAKE";

  /**
   * Returns the lake that a required argument names; reports a missing argument and one that names
   * no lake.
   *
   * @param typed the argument; null if it is missing
   */
  static Optional<Lake> argument(@Nullable String typed, OptionProblems problems)
      throws IOException {
    if (typed == null) {
      problems.invalid(ARGUMENT, "no value", "a lake");
      return Optional.empty();
    }
    Optional<Path> folder = ObjectStores.parsed(typed);
    if (folder.isEmpty()) {
      problems.invalid(ARGUMENT, typed, ObjectStores.WANTED);
      return Optional.empty();
    }
    return Optional.of(new GivenLake(ARGUMENT, folder.get()).checked(problems));
  }

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
