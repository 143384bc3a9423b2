package io.longhaul.load.publish;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder of events that Kafka had not acknowledged when their process ended. Files appear
 * atomically, are readable only by their owner, and are removed when Kafka has acknowledged their
 * content. Sending a file twice does no harm, because readers identify events by lane and sequence
 * number.
 *
 * @param folder need not exist yet
 */
public record UnsentEvents(Path folder) {
  private static final String SUFFIX = ".events";
  private static final String LOCK = ".lock";
  private static final long RETRY_MILLIS = 10;

  /**
   * The result of sending one file.
   *
   * @param events number of complete records in it
   * @param cut whether it ends within another record, which is lost
   * @param delivered whether Kafka has acknowledged all of them; then the file has been removed
   */
  public record Sent(Path file, int events, boolean cut, boolean delivered) {}

  /**
   * Writes a file and waits until it is on disk.
   *
   * @param cluster id of the Kafka cluster to which the events belong
   * @param name name of the file, unique among those of the cluster
   * @return the file
   * @throws IOException if it cannot be written; then no file remains
   */
  public Path write(String cluster, String name, List<RecordFile.Entry> events) throws IOException {
    createFolder();
    Path file = folder.resolve(cluster + "." + name + SUFFIX);
    Path unfinished = folder.resolve("." + file.getFileName());
    try {
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              Set.of(
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE),
              ownerOnly("rw-------"))) {
        OutputStream bytes = Channels.newOutputStream(channel);
        DataOutputStream records = new DataOutputStream(new BufferedOutputStream(bytes));
        for (RecordFile.Entry event : events) {
          RecordFile.write(records, event);
        }
        records.flush();
        channel.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      forceFolder();
      return file;
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
  }

  /** Returns the files for a cluster, sorted by name. */
  public List<Path> filesFor(String cluster) throws IOException {
    return files().stream()
        .filter(file -> file.getFileName().toString().startsWith(cluster + "."))
        .toList();
  }

  /** Returns all files, sorted by name. */
  public List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(UnsentEvents::isComplete).sorted().toList();
    }
  }

  private static boolean isComplete(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) && !name.startsWith(".");
  }

  /**
   * Sends a file, and removes it when Kafka has acknowledged all of its content.
   *
   * @param publisher publisher without other unacknowledged records
   * @param timeout how long to wait for the acknowledgements
   * @return empty if another process is sending files of this folder, or has sent this one
   * @throws IOException if the file cannot be read or removed
   */
  public Optional<Sent> send(Path file, EventPublisher publisher, Duration timeout)
      throws IOException, InterruptedException {
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                ownerOnly("rw-------"));
        FileLock lock = channel.tryLock()) {
      return lock == null || !Files.exists(file)
          ? Optional.empty()
          : Optional.of(sendLocked(file, publisher, timeout));
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  private Sent sendLocked(Path file, EventPublisher publisher, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    RecordFile.Content content = RecordFile.read(file);
    boolean delivered =
        offerAll(content.entries(), publisher, deadline)
            && publisher.flush(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    if (delivered) {
      Files.delete(file);
      forceFolder();
    }
    return new Sent(file, content.entries().size(), content.cut(), delivered);
  }

  private static boolean offerAll(
      List<RecordFile.Entry> entries, EventPublisher publisher, long deadline)
      throws InterruptedException {
    Map<List<Object>, LanePublisher> lanes = new HashMap<>();
    Map<LanePublisher, Long> seqs = new HashMap<>();
    for (RecordFile.Entry entry : entries) {
      LanePublisher lane =
          lanes.computeIfAbsent(
              List.of(entry.topic(), entry.partition()),
              any -> publisher.open(entry.topic(), entry.partition()));
      // The sequence number of this publisher; that of the lane is in the key.
      while (!lane.offer(seqs.merge(lane, 1L, Long::sum) - 1, entry.key(), entry.value())) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
    }
    return true;
  }

  private void createFolder() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, ownerOnly("rwx------"));
    }
  }

  private FileAttribute<?>[] ownerOnly(String permissions) {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Forces the folder to disk: only then a new or removed file name is durable. */
  private void forceFolder() {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system supports this for folders, and the file itself is on disk.
    }
  }
}
