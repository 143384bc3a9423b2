package io.longhaul.cli.folder;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The results of an earlier run or series in a folder: the files whose names it claimed. They are
 * never moved, because tables elsewhere may refer to them.
 */
public final class ExistingResults {
  private final ExportLayout layout;

  public ExistingResults(ExportLayout layout) {
    this.layout = layout;
  }

  /** Returns whether results exist. A run that did not reach its server leaves none. */
  public boolean exist() throws IOException {
    return Files.isDirectory(layout.folder())
        && claimed().stream().anyMatch(written -> !isAlwaysWritten(written));
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
            layout.folder(), each -> names.contains(ExportLayout.claimOf(each)))) {
      all.forEach(claimed::add);
    }
    return claimed;
  }

  private boolean isAlwaysWritten(Path written) {
    return written.equals(layout.claims()) || written.equals(layout.processLogs());
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
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
