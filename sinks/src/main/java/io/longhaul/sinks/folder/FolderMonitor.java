package io.longhaul.sinks.folder;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks periodically, on its own thread, whether files can be created in the given folders,
 * because a process that writes there may retry for minutes before it reports a failure.
 */
public final class FolderMonitor implements AutoCloseable {
  private static final long CHECK_INTERVAL_MILLIS = 3_000;

  private final List<Path> folders;

  /** Problem found by the previous check; null for none. Accessed only by the checking thread. */
  private @Nullable String previous;

  /** Current problem; null for none. */
  private volatile @Nullable String problem;

  private final PeriodicCheck periodicCheck;

  private FolderMonitor(List<Path> folders) {
    this.folders = List.copyOf(folders);
    this.periodicCheck = new PeriodicCheck("folder-watch", CHECK_INTERVAL_MILLIS, this::recheck);
  }

  /** Starts to check the folders. */
  public static FolderMonitor over(Path... folders) {
    return new FolderMonitor(List.of(folders));
  }

  /**
   * Returns why a folder is not writable, as a sentence without a full stop; empty while all are. A
   * problem counts from the second failed check on, because writes may fail briefly. Thread-safe.
   */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Checks the folders once, now. Thread-safe. */
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
