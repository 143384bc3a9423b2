package io.longhaul.sinks.folder;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The results of an earlier run or series in a folder: the files whose names it claimed. They are
 * never moved, because tables elsewhere may refer to them.
 */
public record ExistingResults(ExportLayout layout) {
  /** Returns whether results exist. A run that did not reach its server leaves none. */
  public boolean exist() throws IOException {
    return Files.isDirectory(layout.folder())
        && claimed().stream()
            .anyMatch(
                written ->
                    !written.equals(layout.claims()) && !written.equals(layout.processLogs()));
  }

  /**
   * Rejects a folder with results.
   *
   * @throws ForeignFilesException if results exist; the message has a remedy
   */
  public void requireNone() throws IOException {
    if (exist()) {
      throw new ForeignFilesException(
          "Cannot write into "
              + layout.folder()
              + ": it contains the results of a run (give another --artifact-dir, or --replace,"
              + " which deletes them)");
    }
  }

  /**
   * Deletes the results and all logs except this process's; files that no run has claimed remain.
   * Call it while the folder is locked.
   */
  public void delete() throws IOException {
    for (Path written : claimed()) {
      if (written.equals(layout.processLogs())) {
        deleteOtherLogs(written);
      } else if (!written.equals(layout.claims())) {
        deleteTree(written);
      }
    }
  }

  private List<Path> claimed() throws IOException {
    Set<String> names = new ClaimedNames(layout).read();
    List<Path> claimed = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(
            layout.folder(), each -> isClaimed(names, each) || isHiddenOf(names, each))) {
      all.forEach(claimed::add);
    }
    return claimed;
  }

  private static boolean isClaimed(Set<String> names, Path file) {
    return names.contains(ExportLayout.claimOf(file));
  }

  /** Returns whether a killed process has left these lines of a document with a claimed name. */
  private static boolean isHiddenOf(Set<String> names, Path file) {
    String hidden = file.getFileName().toString();
    return names.stream().anyMatch(name -> hidden.startsWith("." + name + ExportLayout.AHEAD));
  }

  private void deleteOtherLogs(Path logs) throws IOException {
    try (DirectoryStream<Path> others =
        Files.newDirectoryStream(logs, log -> !log.equals(layout.processLog()))) {
      for (Path log : others) {
        deleteTree(log);
      }
    }
  }

  /** Deletes a tree without following links. */
  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
