package io.longhaul.cli.run;

import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import java.io.IOException;
import java.util.Optional;

/** Lists the files of a finished run in the manifest of its lake. */
public final class ManifestUpdate {
  private ManifestUpdate() {}

  /**
   * Adds the files that are not listed.
   *
   * @return a note if this is not possible; the documents do not need it
   */
  public static Optional<String> of(Lake lake, String run) {
    try {
      Manifest.open(lake, run).catchUp();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "the files of run %s cannot be listed in the manifest of %s: %s (longhaul report lists them when it can be written)"
              .formatted(run, lake.folder(), WriteProblem.inWords(e)));
    }
  }
}
