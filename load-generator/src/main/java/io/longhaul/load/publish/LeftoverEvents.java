package io.longhaul.load.publish;

import io.longhaul.load.spool.Segment;
import io.longhaul.load.spool.SpoolRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The events that a process has left in a segment of its spool. Sending them twice does no harm,
 * because readers identify events by lane and sequence number.
 *
 * @param segment the file
 */
public record LeftoverEvents(Path segment) {
  private static final long RETRY_MILLIS = 10;

  /**
   * The result of sending a segment.
   *
   * @param events number of intact events in it
   * @param damage sentences about its damaged places, with file and offset
   * @param delivered whether Kafka has acknowledged all events; then the file has been removed
   * @param refused number of events that Kafka does not accept, because they are too large or their
   *     topic does not exist
   */
  public record Sent(
      Path segment, int events, List<String> damage, boolean delivered, int refused) {}

  /**
   * Sends the events, and removes the file when Kafka has acknowledged all of them.
   *
   * @param publisher publisher without other unacknowledged records
   * @param timeout how long to wait for the acknowledgements
   * @throws IOException if the file cannot be read or removed
   */
  public Sent send(EventPublisher publisher, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Segment.Content content = Segment.read(segment);
    Map<List<Object>, LanePublisher> lanes = new HashMap<>();
    boolean isSettled =
        offerAll(content.records(), publisher, lanes, deadline)
            && publisher.flush(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    int refused = lanes.values().stream().mapToInt(lane -> lane.takeLost().size()).sum();
    boolean delivered = isSettled && refused == 0;
    if (delivered) {
      Files.delete(segment);
    }
    return new Sent(segment, content.records().size(), content.damage(), delivered, refused);
  }

  private static boolean offerAll(
      List<SpoolRecord> records,
      EventPublisher publisher,
      Map<List<Object>, LanePublisher> lanes,
      long deadline)
      throws InterruptedException {
    Map<LanePublisher, Long> seqs = new HashMap<>();
    for (SpoolRecord record : records) {
      LanePublisher lane =
          lanes.computeIfAbsent(
              List.of(record.topic(), record.partition()),
              any -> publisher.open(record.topic(), record.partition()));
      // The sequence number of this publisher; that of the lane is in the key.
      while (!lane.offer(seqs.merge(lane, 1L, Long::sum) - 1, record.key(), record.value())) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
    }
    return true;
  }
}
