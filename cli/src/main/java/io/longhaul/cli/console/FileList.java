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
    list.addIfThere(layout.inputsJson());
    list.addIfThere(layout.profileJson());
    list.addIfThere(layout.profileCsv());
    list.addIfThere(layout.timeslicesJson());
    list.addIfThere(layout.timeslicesCsv());
    list.addParts(layout.recordsJsonl());
    list.addParts(layout.rawJsonl());
    list.addIfThere(layout.outputsJson());
    list.addIfThere(layout.gpuTelemetryJsonl());
    list.addIfThere(layout.serverMetrics(".json"));
    list.addIfThere(layout.serverMetrics(".csv"));
    list.addIfThere(layout.serverMetrics(".jsonl"));
    list.addIfThere(layout.serverMetrics(".parquet"));
    list.addIfThere(layout.serverSlices());
    list.addIfThere(layout.networkLatencyJsonl());
    list.addIfThere(layout.perfAnalyzerJson());
    list.addIfThere(layout.genAiPerfJson());
    list.addIfThere(layout.genAiPerfCsv());
    list.addIfThere(layout.longhaulJson());
    list.addIfThere(layout.slicesJson());
    list.addIfThere(layout.consoleTxt());
    list.add(lake + " (Parquet: requests, slices, gpu_samples, gpu_slices, runs, …)");
    list.add(layout.processLogs() + " (logs of the processes)");
    return list.text.toString();
  }

  private void addIfThere(Path file) {
    if (Files.exists(file)) {
      add(file.toString());
    }
  }

  /** Adds a file of lines; if it has one part for each hour, adds the first and the last. */
  private void addParts(Path whole) throws IOException {
    List<Path> parts = ExportLayout.parts(whole);
    if (parts.size() > 1) {
      Path last = parts.get(parts.size() - 1);
      add(parts.get(0) + " to " + last.getFileName() + " (" + parts.size() + " files)");
    } else {
      parts.forEach(this::addIfThere);
    }
  }

  private void add(String line) {
    text.append("  ").append(line).append('\n');
  }
}
