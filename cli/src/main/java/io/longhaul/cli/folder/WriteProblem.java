package io.longhaul.cli.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Why something cannot be written, in words that follow a colon. */
public final class WriteProblem {
  private WriteProblem() {}

  /**
   * What stands against files in a folder, found by making one. Leaves nothing behind: a folder
   * that is not there is judged by the one in which it would be made.
   */
  public static Optional<String> to(Path folder) {
    Path existing = folder;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      return Optional.of(existing.equals(folder) ? "it is a file" : existing + " is a file");
    }
    try {
      writeAndRename(existing);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(inWords(e));
    }
  }

  /** What a person can make of a failure to write. */
  public static String inWords(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      Path file = Path.of(denied.getFile());
      return "this user may not write in " + (Files.isDirectory(file) ? file : file.getParent());
    }
    if (failure instanceof FileSystemException named && named.getReason() != null) {
      return named.getReason();
    }
    if (failure instanceof FileSystemException named) {
      // Without a reason its message is a file's name, which is that of a probe here.
      return "no file can be made in " + Path.of(named.getFile()).toAbsolutePath().getParent();
    }
    return String.valueOf(failure.getMessage());
  }

  /** What every document is written by; some file systems can do one and not the other. */
  private static void writeAndRename(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, ".longhaul-", ".probe");
    Path renamed = probe.resolveSibling(probe.getFileName() + ".renamed");
    try {
      try (FileChannel file = FileChannel.open(probe, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(new byte[] {1}));
        file.force(true);
      }
      Files.move(probe, renamed, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(probe);
      Files.deleteIfExists(renamed);
    }
  }
}
