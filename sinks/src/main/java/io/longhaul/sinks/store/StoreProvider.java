package io.longhaul.sinks.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The operations on objects, which Flink's file system of their store carries out. An operation
 * that an object store does not have is unsupported: links, locks, appending, and changing a part
 * of an object.
 */
final class StoreProvider extends FileSystemProvider {
  /** Objects have no state here, so one provider serves all buckets. */
  static final StoreProvider OF_ALL = new StoreProvider();

  private StoreProvider() {}

  @Override
  public String getScheme() {
    return "object-store";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    throw new UnsupportedOperationException("Buckets are not created");
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return getPath(uri).getFileSystem();
  }

  @Override
  public Path getPath(URI uri) {
    return ObjectStores.folder(uri.toString());
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (options.contains(StandardOpenOption.APPEND)) {
      throw new UnsupportedOperationException("Objects cannot be appended to: " + path);
    }
    if (options.contains(StandardOpenOption.WRITE)) {
      if (options.contains(StandardOpenOption.CREATE_NEW) && ObjectStores.exists(path)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      return new StoreWriteChannel(content -> write(path, content));
    }
    StoreAttributes found = attributes(path);
    if (found.isDirectory()) {
      throw new StoreException(path.toString(), "it is a folder (name an object)");
    }
    return StoreReadChannel.open(path, flink(path), found.size());
  }

  /**
   * Writes an object. An existing one is replaced by a copy of a new one, because Flink would
   * delete it before the new one is there.
   */
  private static void write(Path path, byte[] content) throws IOException {
    if (!ObjectStores.exists(path)) {
      upload(path, stream -> stream.write(content));
      return;
    }
    Path draft = path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".draft");
    upload(draft, stream -> stream.write(content));
    rename(draft, path);
  }

  /** Writes the content of an object. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream stream) throws IOException;
  }

  /** Creates an object, which is visible when its whole content has been written. */
  static void upload(Path path, Content content) throws IOException {
    attempt(
        path,
        () -> {
          try (FSDataOutputStream out =
              flink(path)
                  .create(
                      flinkPath(path), org.apache.flink.core.fs.FileSystem.WriteMode.OVERWRITE)) {
            content.writeTo(out);
          }
          return path;
        });
  }

  private static void rename(Path source, Path target) throws IOException {
    boolean renamed =
        attempt(source, () -> flink(source).rename(flinkPath(source), flinkPath(target)));
    if (!renamed) {
      throw new StoreException(source.toString(), "it was not renamed (try again)");
    }
  }

  /** Lists a folder. A folder without objects does not exist, so it is empty. */
  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    FileStatus[] found =
        attempt(
            folder,
            () -> {
              try {
                return flink(folder).listStatus(flinkPath(folder));
              } catch (FileNotFoundException e) {
                return new FileStatus[0];
              }
            });
    List<Path> entries = new ArrayList<>();
    for (FileStatus each : found == null ? new FileStatus[0] : found) {
      Path entry = folder.resolve(each.getPath().getName());
      if (filter.accept(entry)) {
        entries.add(entry);
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return entries.iterator();
      }

      @Override
      public void close() {}
    };
  }

  /** Does nothing: a folder exists as soon as it contains an object. */
  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) {}

  @Override
  public void delete(Path path) throws IOException {
    boolean deleted = attempt(path, () -> flink(path).delete(flinkPath(path), false));
    if (!deleted) {
      throw new NoSuchFileException(path.toString());
    }
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new UnsupportedOperationException("Objects are not copied");
  }

  /**
   * Renames an object, which replaces an object of the new name: the store copies it, and deletes
   * the old one.
   */
  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    boolean replaces =
        List.of(options).contains(StandardCopyOption.ATOMIC_MOVE)
            || List.of(options).contains(StandardCopyOption.REPLACE_EXISTING);
    if (!replaces && ObjectStores.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    rename(source, target);
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return path.toAbsolutePath().equals(other.toAbsolutePath());
  }

  @Override
  public boolean isHidden(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException("Object stores do not report their free space");
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    attributes(path);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null;
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (!type.isAssignableFrom(StoreAttributes.class)) {
      throw new UnsupportedOperationException("Objects have only basic attributes");
    }
    return type.cast(attributes(path));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
    throw new UnsupportedOperationException("Objects have only basic attributes");
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException("Attributes of objects cannot be changed");
  }

  private static StoreAttributes attributes(Path path) throws IOException {
    return path.getNameCount() == 0
        ? StoreAttributes.OF_BUCKET
        : StoreAttributes.of(attempt(path, () -> flink(path).getFileStatus(flinkPath(path))));
  }

  private static org.apache.flink.core.fs.FileSystem flink(Path path) throws IOException {
    return StoreClients.of(StorePath.of(path).getFileSystem().uri());
  }

  static org.apache.flink.core.fs.Path flinkPath(Path path) {
    return new org.apache.flink.core.fs.Path(path.toUri());
  }

  /** An operation of a file system of Flink. */
  @FunctionalInterface
  interface Operation<T> {
    T run() throws IOException;
  }

  /**
   * Carries out an operation, and names the object in its failure, as {@link Files} does. The
   * clients of some object stores throw runtime exceptions.
   */
  static <T> T attempt(Path path, Operation<T> operation) throws IOException {
    try {
      return operation.run();
    } catch (NoSuchFileException | FileNotFoundException e) {
      throw (NoSuchFileException) new NoSuchFileException(path.toString()).initCause(e);
    } catch (AccessDeniedException e) {
      throw (AccessDeniedException)
          new AccessDeniedException(path.toString(), null, e.getReason()).initCause(e);
    } catch (StoreException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw StoreException.of(path.toString(), e);
    }
  }
}
