package io.longhaul.cli;

import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
  /**
   * Returns the ID of the run: the given one, or the latest.
   *
   * @throws RunFailedException if the lake does not contain it
   */
  String in(Lake lake) throws IOException, RunFailedException {
    List<String> runs = lake.runs();
    if (runs.isEmpty()) {
      throw RunFailedException.usage(
          "Cannot %s %s: there are no rows in %s (give %s)"
              .formatted(
                  verb,
                  folder,
                  lake.folder(),
                  lakeFolder == null
                      ? "a run's folder; after a run with --kafka also its --lake"
                      : "the --lake of the run"));
    }
    if (runId != null && !runs.contains(runId)) {
      throw RunFailedException.usage(
          "Invalid --run-id: " + runId + " (one of " + String.join(", ", runs) + ")");
    }
    return runId == null ? runs.get(runs.size() - 1) : runId;
  }
}
