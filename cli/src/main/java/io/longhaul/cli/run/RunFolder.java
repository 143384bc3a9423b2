package io.longhaul.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folder of a run, held by this process: nobody else writes there meanwhile, and what an
 * earlier run left there was moved aside.
 */
public final class RunFolder implements AutoCloseable {
  private static final String EARLIER = "earlier";

  private final ExportLayout layout;
  private final FileChannel lockFile;
  private final Path movedTo;

  private RunFolder(ExportLayout layout, FileChannel lockFile, Path movedTo) {
    this.layout = layout;
    this.lockFile = lockFile;
    this.movedTo = movedTo;
  }

  /**
   * Makes the folder, finds out whether it can be written, and locks it.
   *
   * @throws RunFailedException with {@link ExitCode#USAGE} when it cannot be used
   */
  public static RunFolder claim(ExportLayout layout) throws RunFailedException {
    Path folder = layout.folder();
    try {
      Files.createDirectories(folder);
      probe(folder);
      FileChannel lockFile = lock(layout);
      try {
        Path movedTo = moveEarlierRun(layout);
        Files.createDirectories(layout.processLogs());
        return new RunFolder(layout, lockFile, movedTo);
      } catch (IOException e) {
        lockFile.close();
        throw e;
      }
    } catch (IOException e) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot write to " + folder + ": " + reasonOf(e) + " (choose another --artifact-dir)",
          List.of());
    }
  }

  private static String reasonOf(IOException e) {
    String kind = e.getClass().getSimpleName();
    return switch (kind) {
      case "AccessDeniedException" -> "access denied";
      case "FileAlreadyExistsException" -> "a file is in its place";
      case "NotDirectoryException" -> "a part of its path is a file";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Does what exports do: write, force, rename. */
  private static void probe(Path folder) throws IOException {
    Path written = folder.resolve(".probe-" + ProcessHandle.current().pid() + ".tmp");
    Path renamed = folder.resolve(".probe-" + ProcessHandle.current().pid());
    try (FileChannel channel =
        FileChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("probe".getBytes(UTF_8)));
      channel.force(true);
    }
    Files.move(written, renamed, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(renamed);
  }

  private static FileChannel lock(ExportLayout layout) throws IOException, RunFailedException {
    FileChannel channel =
        FileChannel.open(layout.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot write to "
              + layout.folder()
              + ": another run does (wait for it, or choose another --artifact-dir)",
          List.of());
    }
    return channel;
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // Held by another run in this very process.
      return false;
    }
  }

  /** Two runs in one log or one lake would be read as one: the earlier one is moved, not mixed. */
  private static Path moveEarlierRun(ExportLayout layout) throws IOException {
    List<Path> leftovers = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(layout.folder())) {
      for (Path each : all) {
        if (!each.equals(layout.lock()) && !each.getFileName().toString().equals(EARLIER)) {
          leftovers.add(each);
        }
      }
    }
    if (!Files.exists(layout.lake()) && !Files.exists(layout.log())) {
      return null;
    }
    Path target = firstFree(layout.folder().resolve(EARLIER));
    Files.createDirectories(target);
    for (Path leftover : leftovers) {
      Files.move(leftover, target.resolve(leftover.getFileName()));
    }
    return target;
  }

  private static Path firstFree(Path folder) {
    int number = 1;
    while (Files.exists(folder.resolve(Integer.toString(number)))) {
      number++;
    }
    return folder.resolve(Integer.toString(number));
  }

  public ExportLayout layout() {
    return layout;
  }

  /** Where the results of an earlier run are now; empty when there were none. */
  public Optional<Path> movedTo() {
    return Optional.ofNullable(movedTo);
  }

  /** Leaves the folder to others. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
