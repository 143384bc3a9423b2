package io.longhaul.schema;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that only their owner may read, for what was sent to a server and what it answered. Where
 * the file system has no such permissions, they are as any other file. Any thread.
 */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OF_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OF_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /**
   * Makes an empty file in the place of an earlier one. A link in its place is removed and not
   * followed.
   *
   * @throws IOException when it cannot be made
   */
  public static Path create(Path file) throws IOException {
    Files.deleteIfExists(file);
    return Files.createFile(file, attributes(file, OF_FILE));
  }

  /**
   * Makes a folder private, and makes it and those above it if need be.
   *
   * @throws IOException when it cannot be made, is a link, or belongs to somebody else
   */
  public static Path folder(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath();
    Files.createDirectories(absolute.getParent());
    try {
      Files.createDirectory(absolute, attributes(absolute, OF_FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(absolute, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
      if (hasPermissions(absolute)) {
        Files.setPosixFilePermissions(absolute, OF_FOLDER);
      }
    }
    return folder;
  }

  private static FileAttribute<?>[] attributes(Path file, Set<PosixFilePermission> permissions) {
    return hasPermissions(file.toAbsolutePath().getParent())
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasPermissions(Path folder) {
    return Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null;
  }
}
