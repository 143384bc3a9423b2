package io.longhaul.sinks.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A run's artifact folder, locked by this process until it is closed or the process ends. */
public final class RunFolder implements AutoCloseable {
  private final FileChannel lockFile;

  private RunFolder(FileChannel lockFile) {
    this.lockFile = lockFile;
  }

  /**
   * Creates the folder and locks it.
   *
   * @throws IOException if the folder cannot be created or another run has locked it
   */
  public static RunFolder hold(Path folder) throws IOException {
    Files.createDirectories(folder);
    return tryHold(folder)
        .orElseThrow(
            () ->
                new IOException(
                    "Cannot write into "
                        + folder
                        + ": another run is writing there (give another --artifact-dir)"));
  }

  /**
   * Locks an existing folder.
   *
   * @return empty if another run has locked it
   * @throws IOException if the folder cannot be locked
   */
  public static Optional<RunFolder> tryHold(Path folder) throws IOException {
    Optional<Path> link = linkIn(folder);
    if (link.isPresent()) {
      throw new ForeignFilesException(
          "Cannot write into %s: %s (give another --artifact-dir)"
              .formatted(folder, isLink(folder, link.get())));
    }
    FileChannel lockFile =
        FileChannel.open(
            new ExportLayout(folder).lock(),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    if (!isTaken(lockFile)) {
      lockFile.truncate(0);
      lockFile.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(UTF_8)));
      return Optional.of(new RunFolder(lockFile));
    }
    lockFile.close();
    return Optional.empty();
  }

  /** Returns the ID of the process that locked the folder last; empty if it is unknown. */
  public static Optional<Long> holder(Path folder) {
    try {
      return Optional.of(Long.parseLong(Files.readString(new ExportLayout(folder).lock()).strip()));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a process has locked a folder. */
  public enum Holding {
    /** A process has locked it. */
    HELD,
    /** No process has locked it. */
    FREE,
    /** It cannot be determined, for example because the folder belongs to another user. */
    UNKNOWN
  }

  /**
   * Returns whether a process has locked the folder, also one of another user or in a container.
   * Shares the lock for a moment if it is free.
   */
  public static Holding holding(Path folder) {
    try (FileChannel lockFile =
            FileChannel.open(new ExportLayout(folder).lock(), StandardOpenOption.READ);
        FileLock lock = lockFile.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null ? Holding.HELD : Holding.FREE;
    } catch (OverlappingFileLockException e) {
      return Holding.HELD;
    } catch (NoSuchFileException e) {
      return Holding.FREE;
    } catch (IOException e) {
      // A process of this machine that has the ID may be another one by now, but rarely.
      return holder(folder).flatMap(ProcessHandle::of).isPresent() ? Holding.HELD : Holding.UNKNOWN;
    }
  }

  /** Returns whether the folder contains the results of a run or a run is writing there. */
  public static boolean isUsed(Path folder) {
    try {
      Path lock = new ExportLayout(folder).lock();
      return new ExistingResults(new ExportLayout(folder)).exist()
          || (Files.exists(lock) && isTaken(lock));
    } catch (IOException e) {
      // A run that writes there will report the reason.
      return false;
    }
  }

  /**
   * Returns why a run cannot write into this folder, as text that follows a colon; empty if it can.
   * Leaves no files behind; for a folder that does not exist it checks the nearest existing parent.
   */
  public static Optional<String> problemWith(Path folder) {
    try {
      Optional<Path> link = linkIn(folder);
      if (link.isPresent()) {
        return link.map(found -> isLink(folder, found));
      }
      Path lock = new ExportLayout(folder).lock();
      if (Files.exists(lock) && isTaken(lock)) {
        return Optional.of("another run is writing there");
      }
    } catch (IOException e) {
      return Optional.of(WriteProblem.inWords(e));
    }
    return WriteProblem.to(folder);
  }

  /**
   * Finds a symbolic link in place of a file that a run opens. Another user may have created it so
   * that the run writes into the link's target.
   */
  private static Optional<Path> linkIn(Path folder) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    for (Path opened : List.of(layout.lock(), layout.processLogs())) {
      if (Files.isSymbolicLink(opened)) {
        return Optional.of(opened);
      }
    }
    if (!Files.isDirectory(layout.processLogs())) {
      return Optional.empty();
    }
    try (Stream<Path> logs = Files.list(layout.processLogs())) {
      return logs.filter(Files::isSymbolicLink).sorted().findFirst();
    }
  }

  private static String isLink(Path folder, Path link) {
    return "its " + folder.relativize(link) + " is a symbolic link";
  }

  private static boolean isTaken(Path lock) throws IOException {
    try (FileChannel lockFile = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      return isTaken(lockFile);
    }
  }

  /** Returns whether another run has the lock; if not, takes it until the channel is closed. */
  private static boolean isTaken(FileChannel lockFile) throws IOException {
    try {
      FileLock lock = lockFile.tryLock();
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /** Unlocks the folder. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
