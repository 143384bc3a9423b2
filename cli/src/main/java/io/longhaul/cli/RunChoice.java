package io.longhaul.cli;

import io.longhaul.control.RunFailedException;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The run that a command reads from a lake.
 *
 * @param verb what the command does, for messages
 * @param folder folder of the run
 * @param lakeFolder value of {@code --lake}
 * @param runId value of {@code --run-id}
 */
record RunChoice(String verb, Path folder, @Nullable Path lakeFolder, @Nullable String runId) {
  /** A run and its lake. */
  record Chosen(Lake lake, String runId) {}

  /**
   * Finds the run in the given lake or in that of the folder: the given one, that of the folder, or
   * the latest if the folder names none.
   *
   * @throws RunFailedException if the lake does not contain it
   */
  Chosen find() throws IOException, RunFailedException {
    RunLake ofFolder = DeclaredRunJson.lakeOf(new ExportLayout(folder.normalize()));
    RunLake chosen =
        lakeFolder == null
            ? ofFolder
            : new RunLake(new Lake(lakeFolder.normalize()), ofFolder.runId(), false);
    return new Chosen(chosen.lake(), in(chosen));
  }

  private String in(RunLake lake) throws IOException, RunFailedException {
    List<String> runs = lake.runs();
    if (runs.isEmpty()) {
      throw RunFailedException.usage(
          "Cannot %s %s: there are no rows in %s (give %s)"
              .formatted(
                  verb,
                  folder,
                  lake.lake().folder(),
                  lakeFolder == null
                      ? "a run's folder; after a run with --kafka also its --lake"
                      : "the --lake of the run"));
    }
    if (runId != null && !runs.contains(runId)) {
      throw RunFailedException.usage(
          "Invalid --run-id: " + runId + " (one of " + String.join(", ", runs) + ")");
    }
    Optional<String> missing = lake.runId().filter(run -> !runs.contains(run));
    if (runId == null && missing.isPresent()) {
      throw RunFailedException.usage(
          "Cannot %s %s: its run %s is not in %s (give the lake of the run, or another --run-id: %s)"
              .formatted(
                  verb, folder, missing.get(), lake.lake().folder(), String.join(", ", runs)));
    }
    return Optional.ofNullable(runId).or(lake::runId).orElseGet(() -> runs.get(runs.size() - 1));
  }
}
