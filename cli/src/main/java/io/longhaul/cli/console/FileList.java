package io.longhaul.cli.console;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The list of the files that a run has written. */
public final class FileList {
  private final StringBuilder text = new StringBuilder("\nFiles\n");

  private FileList() {}

  /**
   * Returns the list, ending with a line break.
   *
   * @param lake folder of the lake, which is outside the run's folder if a remote job wrote it
   * @throws IOException if the folder cannot be read
   */
  public static String of(ExportLayout layout, Path lake) throws IOException {
    FileList list = new FileList();
    for (Path document : layout.documents()) {
      if (document.toString().endsWith(".jsonl")) {
        list.addParts(document);
      } else if (Files.exists(document)) {
        list.add(document.toString());
      }
    }
    if (Files.isDirectory(layout.plots())) {
      list.add(layout.plots() + " (plots)");
    }
    list.add(lake + " (Parquet: requests, slices, gpu_samples, gpu_slices, runs, …)");
    if (Files.isDirectory(layout.processLogs())) {
      list.add(layout.processLogs() + " (logs of the processes)");
    }
    return list.text.toString();
  }

  /** Adds a file of lines; if it has one part for each hour, adds the first and the last. */
  private void addParts(Path whole) throws IOException {
    List<Path> parts = ExportLayout.parts(whole);
    if (parts.size() > 1) {
      Path last = parts.get(parts.size() - 1);
      add(parts.get(0) + " to " + last.getFileName() + " (" + parts.size() + " files)");
    } else {
      parts.forEach(part -> add(part.toString()));
    }
  }

  private void add(String line) {
    text.append("  ").append(line).append('\n');
  }
}
