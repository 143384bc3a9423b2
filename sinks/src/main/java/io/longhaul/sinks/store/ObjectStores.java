package io.longhaul.sinks.store;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Folders in object stores, written as URIs such as {@code s3://bucket/lakes/june}. They differ
 * from folders on a disk: they exist while they contain an object, objects cannot be locked or
 * appended to, and a new object becomes visible as a whole. A store can also fail at any time, so
 * {@link Files#exists} and the like, which return false then, must not decide anything: {@link
 * #isFolder} and {@link #exists} report the failure.
 */
public final class ObjectStores {
  /** The bucket has the form of a host name. Azure's have a container before it. */
  private static final Pattern URI_OF_FOLDER =
      Pattern.compile(
          "(?<scheme>[a-z][a-z0-9+.-]*)://"
              + "(?<bucket>(?:(?<=abfss?://)[A-Za-z0-9-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*)"
              + "(?<path>/[^?#]*)?");

  /** What would be right instead of an invalid folder, for messages. */
  public static final String WANTED = "a folder, or a URI such as s3://bucket/folder";

  private ObjectStores() {}

  /** Returns whether the text is written as a URI, such as {@code s3://bucket/lake}. */
  public static boolean isUri(String folder) {
    return folder.contains("://");
  }

  /** Returns whether a folder or file is in an object store. */
  public static boolean contains(Path path) {
    return path instanceof StorePath;
  }

  /**
   * Returns a folder on a disk or in an object store. Accesses nothing.
   *
   * @throws IllegalArgumentException if the text is an invalid path or URI
   */
  public static Path folder(String folder) {
    return isUri(folder) ? folderOf(folder) : Path.of(folder);
  }

  /** Returns the same folder; empty if the text is an invalid path or URI. */
  public static Optional<Path> parsed(String folder) {
    try {
      return Optional.of(folder(folder));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Path folderOf(String uri) {
    Matcher parts = URI_OF_FOLDER.matcher(uri);
    if (!parts.matches()) {
      throw new IllegalArgumentException("Not the URI of a folder in an object store");
    }
    StoreFileSystem bucket = new StoreFileSystem(parts.group("scheme"), parts.group("bucket"));
    URI root = URI.create(bucket.toString());
    if (root.getHost() == null) {
      throw new IllegalArgumentException("Not a host name: " + bucket);
    }
    return StorePath.absolute(bucket, Optional.ofNullable(parts.group("path")).orElse(""))
        .normalize();
  }

  /**
   * Returns whether a file or folder exists.
   *
   * @throws IOException if it is in an object store and that cannot be determined
   */
  public static boolean exists(Path path) throws IOException {
    return contains(path) ? attributes(path).isPresent() : Files.exists(path);
  }

  /**
   * Returns whether a folder exists.
   *
   * @throws IOException if it is in an object store and that cannot be determined
   */
  public static boolean isFolder(Path path) throws IOException {
    return contains(path)
        ? attributes(path).filter(BasicFileAttributes::isDirectory).isPresent()
        : Files.isDirectory(path);
  }

  /**
   * Stores a file of a disk, of any size, as an object; an object of this name is replaced.
   *
   * @throws IOException if the file cannot be read or the object cannot be written
   */
  public static void upload(Path file, Path object) throws IOException {
    StoreProvider.upload(object, stream -> Files.copy(file, stream));
  }

  private static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
