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
 * What a run, or several of one command, have written into a folder: the names that they claimed.
 * It is never moved, for tables elsewhere may name its files.
 */
public final class ExistingResults {
  private final ExportLayout layout;

  public ExistingResults(ExportLayout layout) {
    this.layout = layout;
  }

  /** Whether there are any. A run that has not even reached its server leaves none. */
  public boolean exist() throws IOException {
    return Files.isDirectory(layout.folder())
        && claimed().stream().anyMatch(written -> !isAlwaysWritten(written));
  }

  /**
   * Refuses a folder that has any.
   *
   * @throws ForeignFilesException with what to do
   */
  public void requireNone() throws IOException {
    if (exist()) {
      throw new ForeignFilesException(
          "Cannot write into "
              + layout.folder()
              + ": it holds the results of a run (give another --artifact-dir, or --replace, which"
              + " deletes them)");
    }
  }

  /**
   * Deletes them, and the logs beside the one of this process; what no run has claimed stays. To be
   * called while the folder is held.
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

  /** Links are deleted and not followed. */
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
