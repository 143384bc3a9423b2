package io.longhaul.report.plot;

import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the folders of runs, by the rules of {@code aiperf plot}: a folder with the summary and the
 * requests of a run, or with the aggregate of several runs. A folder with the lake of a run counts,
 * too.
 */
public final class RunFolders {
  private RunFolders() {}

  /**
   * Finds the folders of runs in these folders and below them, in the order of their paths. Runs of
   * which there is an aggregate beside them are left out, and aggregates of a single run.
   */
  public static List<Path> in(List<Path> folders) throws IOException {
    Set<Path> found = new TreeSet<>();
    for (Path folder : folders) {
      find(folder.toAbsolutePath().normalize(), found);
    }
    return new ArrayList<>(found);
  }

  /**
   * Returns whether a folder contains a lake with requests, or is that of a run in another lake.
   */
  public static boolean hasLake(Path folder) throws IOException {
    RunLake of = DeclaredRunJson.lakeOf(new ExportLayout(folder));
    return of.isShared()
        ? !of.runs().isEmpty()
        : Files.isDirectory(ExportLayout.dataset(of.lake().folder(), Dataset.REQUESTS));
  }

  private static void find(Path folder, Set<Path> found) throws IOException {
    boolean isRun = isRun(folder);
    if (isRun || isAggregate(folder)) {
      found.add(folder);
    }
    if (hasLake(folder)) {
      return;
    }
    ExportLayout layout = new ExportLayout(folder);
    boolean hasAggregate = Files.isDirectory(layout.aggregate().folder());
    List<Path> below;
    try (Stream<Path> all = Files.list(folder)) {
      below = all.filter(each -> Files.isDirectory(each) && !Files.isSymbolicLink(each)).toList();
    }
    for (Path each : below) {
      if (!(hasAggregate && each.equals(layout.profileRuns()))) {
        find(each, found);
      }
    }
  }

  private static boolean isRun(Path folder) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    return hasLake(folder)
        || (Files.exists(layout.profileJson())
            && !ExportLayout.parts(layout.recordsJsonl()).isEmpty());
  }

  /** Returns whether a folder contains the aggregate of several runs. */
  public static boolean isAggregate(Path folder) throws IOException {
    if (!Files.exists(ExportLayout.aggregateJson(folder))) {
      return false;
    }
    Path parent = folder.getParent();
    if (parent == null) {
      return true;
    }
    boolean isOfOneRun = folder.endsWith("aggregate") && isRun(parent);
    boolean isOfOneCell =
        parent.endsWith("aggregate") && isRun(parent.resolveSibling(folder.getFileName()));
    return !isOfOneRun && !isOfOneCell;
  }
}
