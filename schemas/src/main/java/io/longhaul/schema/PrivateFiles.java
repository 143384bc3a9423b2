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
 * Creates files and folders that only their owner can read, for requests and responses. On file
 * systems without such permissions they are ordinary files. Thread-safe.
 */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OF_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OF_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /**
   * Creates an empty file and replaces an existing one. A link is removed and not followed.
   *
   * @throws IOException if the file cannot be created
   */
  public static Path create(Path file) throws IOException {
    Files.deleteIfExists(file);
    return Files.createFile(file, attributes(file, OF_FILE));
  }

  /**
   * Makes a folder private, and creates it and its parents if necessary.
   *
   * @throws IOException if the folder cannot be created, is a link, or belongs to another user
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
    return hasPermissions(file.toAbsolutePath().resolveSibling("."))
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasPermissions(Path folder) {
    return Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null;
  }
}
