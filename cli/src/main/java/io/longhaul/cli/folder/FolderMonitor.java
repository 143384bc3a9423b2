package io.longhaul.cli.folder;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Looks into folders again and again, from a thread of its own, whether files can still be made in
 * them: who writes there may try for minutes before it says that it cannot.
 */
public final class FolderMonitor implements AutoCloseable {
  private static final long CHECK_INTERVAL_MILLIS = 3_000;

  private final List<Path> folders;

  /** What the look before found; null when it found nothing. Of the looking thread. */
  private String previous;

  /** Null while there is none. */
  private volatile String problem;

  private PeriodicCheck periodicCheck;

  private FolderMonitor(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** Begins to look. */
  public static FolderMonitor over(Path... folders) {
    FolderMonitor monitor = new FolderMonitor(List.of(folders));
    monitor.periodicCheck =
        PeriodicCheck.start("folder-watch", CHECK_INTERVAL_MILLIS, monitor::recheck);
    return monitor;
  }

  /**
   * Why a folder cannot be written, as a sentence without its end; empty while all can. An obstacle
   * counts from the second look on: a disk may refuse for a moment. Any thread.
   */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Looks now, and once. Any thread. */
  public Optional<String> check() {
    for (Path folder : folders) {
      Optional<String> found = WriteProblem.to(folder);
      if (found.isPresent()) {
        return Optional.of("cannot write into " + folder + ": " + found.get());
      }
    }
    return Optional.empty();
  }

  private boolean recheck() {
    String found = check().orElse(null);
    problem = previous == null ? null : found;
    previous = found;
    return true;
  }

  @Override
  public void close() {
    periodicCheck.close();
  }
}
