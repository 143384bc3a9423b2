package io.longhaul.load.publish;

import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import io.longhaul.load.time.Threads;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes records to a file in the format of {@link RecordFile}. A record is acknowledged when it
 * has been passed to the operating system.
 */
public final class FileEventPublisher implements EventPublisher {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final RecordQueue queue = new RecordQueue(64L << 20);
  private final DataOutputStream file;
  private final Thread writer;
  private volatile boolean closed;
  private volatile String trouble;

  /**
   * @throws IOException if the file cannot be created
   */
  public FileEventPublisher(Path path) throws IOException {
    this.file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
    this.writer = Threads.startDaemon("publish-file", this::writeUntilClosed);
  }

  @Override
  public LanePublisher open(String topic, int partition) {
    return new QueuedLanePublisher(0, topic, partition, queue, () -> false);
  }

  @Override
  public boolean flush(Duration timeout) {
    return queue.awaitAllSettled(timeout);
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  private void writeUntilClosed() {
    try (file) {
      while (!closed) {
        PendingRecord record = queue.next(POLL_INTERVAL);
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
    RecordFile.write(
        file, new RecordFile.Entry(record.topic(), record.partition(), record.key, record.value));
    file.flush();
    record.acknowledged();
  }

  @Override
  public void close() {
    closed = true;
    Threads.join(writer);
  }
}
