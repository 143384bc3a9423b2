package io.longhaul.sinks.folder;

import static java.util.Objects.requireNonNull;

import io.longhaul.sinks.store.ObjectStores;
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
import java.util.UUID;

/** Reasons why a file cannot be written, as text that follows a colon. */
public final class WriteProblem {
  private static final String PROBE = ".longhaul-";
  private static final byte[] PROBE_CONTENT = {1};

  private WriteProblem() {}

  /** Returns whether another process may be trying with this file whether it can write. */
  public static boolean isProbe(Path file) {
    return file.getFileName().toString().startsWith(PROBE);
  }

  /**
   * Returns why files cannot be written into a folder, determined by writing one; empty if they
   * can. Leaves no files behind; for a folder that does not exist it checks the nearest existing
   * parent, and for a folder in an object store the folder itself, without renaming.
   */
  public static Optional<String> to(Path folder) {
    return ObjectStores.contains(folder) ? toStore(folder) : toDisk(folder);
  }

  private static Optional<String> toStore(Path folder) {
    Path probe = folder.resolve(PROBE + UUID.randomUUID() + ".probe");
    try {
      Files.write(probe, PROBE_CONTENT);
      Files.delete(probe);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(inWords(e));
    }
  }

  private static Optional<String> toDisk(Path folder) {
    Path existing = folder;
    while (!Files.exists(existing)) {
      existing = requireNonNull(existing.getParent()); // the root exists
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

  /** Describes a write failure for users. */
  public static String inWords(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      Path file = ObjectStores.folder(denied.getFile());
      return "this user has no write permission in "
          + (Files.isDirectory(file) ? file : file.getParent());
    }
    if (failure instanceof FileSystemException named && named.getReason() != null) {
      return named.getReason();
    }
    if (failure instanceof FileSystemException named) {
      // Without a reason the message is only a file name, here that of the probe.
      return "no file can be created in "
          + ObjectStores.folder(named.getFile()).toAbsolutePath().getParent();
    }
    return String.valueOf(failure.getMessage());
  }

  /**
   * Writes and renames a file, as for every document; some file systems support only one of them.
   */
  private static void writeAndRename(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, PROBE, ".probe");
    Path renamed = probe.resolveSibling(probe.getFileName() + ".renamed");
    try {
      try (FileChannel file = FileChannel.open(probe, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(PROBE_CONTENT));
        file.force(true);
      }
      Files.move(probe, renamed, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(probe);
      Files.deleteIfExists(renamed);
    }
  }
}
