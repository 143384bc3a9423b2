package io.longhaul.cli.run;

import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Files;

/** The folder into which a command writes the lake and the documents of a run again. */
public final class NewRunFolder {
  private NewRunFolder() {}

  /**
   * Requires that it is not the folder of a run. The rows of such a run may be in a lake elsewhere,
   * so that the folder contains none.
   *
   * @param verb what the command does, for messages
   */
  public static void requireNoRun(String verb, ExportLayout into) throws RunFailedException {
    if (Files.exists(into.runJson())) {
      throw RunFailedException.usage(
          "Cannot %s into %s: it is the folder of a run (give a new folder)"
              .formatted(verb, into.folder()));
    }
  }
}
