package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes records into one file, one behind the other: the topic (two bytes of length, then UTF-8),
 * the partition (four bytes), key and value (four bytes of length each, then the bytes), all
 * lengths big-endian. A record is acknowledged when it was handed to the operating system. {@link
 * RecordFile} reads it back.
 */
public final class FileEventPublisher implements EventPublisher {
  private static final long MAX_HELD_BYTES = 64L << 20;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final RecordQueue queue = new RecordQueue(MAX_HELD_BYTES);
  private final DataOutputStream file;
  private final Thread writer;
  private volatile boolean closed;
  private volatile String trouble;

  /**
   * @throws IOException when the file cannot be made
   */
  public FileEventPublisher(Path path) throws IOException {
    this.file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
    this.writer = new Thread(this::writeUntilClosed, "publish-file");
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public LaneOutlet open(String topic, int partition) {
    return new QueuedOutlet(topic, partition, queue);
  }

  @Override
  public boolean flush(Duration atMost) {
    return queue.awaitAllSettled(atMost);
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** A file is never away. */
  @Override
  public Optional<Instant> awaySince() {
    return Optional.empty();
  }

  private void writeUntilClosed() {
    try (file) {
      while (!closed) {
        PendingRecord record = queue.next(LOOK_AGAIN);
        if (record != null) {
          write(record);
        }
      }
    } catch (IOException e) {
      trouble = "Cannot write events: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(PendingRecord record) throws IOException {
    byte[] topic = record.topic().getBytes(UTF_8);
    file.writeShort(topic.length);
    file.write(topic);
    file.writeInt(record.partition());
    file.writeInt(record.key().length);
    file.write(record.key());
    file.writeInt(record.value().length);
    file.write(record.value());
    file.flush();
    record.acknowledged();
  }

  @Override
  public void close() {
    closed = true;
    Threads.join(writer);
  }
}
