package io.longhaul.load.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder with the segments of one generator, locked by this process until it is closed or the
 * process ends. Folders and files are accessible only to their owner.
 */
public final class SpoolFolder implements AutoCloseable {
  private static final String SUFFIX = ".spool";
  private static final String LOCK = "lock";

  /** By default, a spool takes at most one of this many parts of the free space. */
  private static final int DEFAULT_PARTS = 10;

  private final Path folder;
  private final FileChannel lockFile;

  private SpoolFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Creates and locks the folder of a generator.
   *
   * @param parent folder of all spools; need not exist
   * @param name name of the generator
   * @throws SpoolInUseException if another process has locked it
   * @throws IOException if it cannot be created
   */
  public static SpoolFolder of(Path parent, String name) throws IOException {
    Files.createDirectories(parent, ownerOnly(existing(parent), "rwx------"));
    return of(parent.resolve(URLEncoder.encode(name, UTF_8) + SUFFIX));
  }

  private static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /**
   * Returns the folders of generators that contain events or cannot be read, whether or not a
   * process uses them.
   *
   * @param parent folder of all spools; need not exist
   * @throws IOException if it cannot be read
   */
  public static List<Path> withEvents(Path parent) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Path folder : list(parent, name -> name.endsWith(SUFFIX))) {
      if (mayContainEvents(folder)) {
        folders.add(folder);
      }
    }
    return folders;
  }

  private static boolean mayContainEvents(Path folder) {
    try {
      return !Segment.in(folder).isEmpty();
    } catch (IOException e) {
      return true; // The caller learns the reason when it opens the folder.
    }
  }

  /**
   * Locks the folder of a generator.
   *
   * @param folder must not be locked by this process, which would lose its lock
   * @throws SpoolInUseException if another process has locked it
   * @throws IOException if it cannot be created
   */
  public static SpoolFolder of(Path folder) throws IOException {
    while (true) {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, ownerOnly(existing(folder), "rwx------"));
      }
      Optional<SpoolFolder> locked = lock(folder);
      if (locked.isPresent()) {
        return locked.get();
      }
    }
  }

  /**
   * Locks a folder. Returns empty if another process has removed it in the meantime.
   *
   * @throws SpoolInUseException if another process has locked it
   */
  private static Optional<SpoolFolder> lock(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              ownerOnly(folder, "rw-------"));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      Object opened = identity(file);
      if (!isLocked(channel)) {
        throw new SpoolInUseException(folder);
      }
      // Its last owner may have removed the file between opening and locking.
      if (opened != null && Objects.equals(opened, identity(file))) {
        Segment.removeUnfinished(folder);
        return Optional.of(new SpoolFolder(folder, channel));
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static @Nullable Object identity(Path file) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      Object key = attributes.fileKey();
      return key == null ? file : key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Returns the folder. */
  public Path path() {
    return folder;
  }

  /** Returns the default size of the spool: a tenth of the free space on its disk, in bytes. */
  public long defaultBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace() / DEFAULT_PARTS;
  }

  /**
   * Returns the segments with events for a cluster, in the order in which they were written.
   *
   * @param cluster id of the Kafka cluster
   */
  public List<Path> segmentsFor(String cluster) throws IOException {
    return Segment.in(folder).stream().filter(file -> Segment.isFor(cluster, file)).toList();
  }

  /** Returns all segments, in the order in which they were written. */
  public List<Path> segments() throws IOException {
    return Segment.in(folder);
  }

  /**
   * Opens the spool for events of this process. Segments of earlier processes remain, and count for
   * the size.
   *
   * @param cluster id of the Kafka cluster to which the events belong
   * @param maxBytes maximum size of all segments
   * @throws IOException if the first segment cannot be created
   */
  public Spool open(String cluster, long maxBytes) throws IOException {
    return Spool.open(folder, cluster, maxBytes);
  }

  /** Unlocks the folder, and removes it if it contains no segments. */
  @Override
  public void close() throws IOException {
    try (lockFile) {
      if (lockFile.isOpen() && Segment.in(folder).isEmpty()) {
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.delete(folder);
      }
    } catch (FileSystemException e) {
      // Other files are in the folder; it remains.
    }
  }

  static List<Path> list(Path folder, Predicate<String> isWanted) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> isWanted.test(file.getFileName().toString())).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of(); // removed by its owner
    }
  }

  static FileAttribute<?>[] ownerOnly(Path folder, String permissions) {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
