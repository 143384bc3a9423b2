package io.longhaul.control;

import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The topic on which the processes of a run exchange control messages. Messages can be lost,
 * delayed or duplicated; a sender that needs an answer repeats its message until it has read the
 * answer. Not thread-safe.
 */
public interface ControlTopic extends AutoCloseable {

  /**
   * Sends a message without waiting for Kafka. While Kafka is unavailable, only the newest message
   * of each key is retained.
   */
  void send(SpecificRecordBase message);

  /**
   * Returns the messages of all processes since the last call, oldest first; waits at most this
   * long for the first one.
   */
  List<SpecificRecordBase> receive(Duration atMost);

  /** Checks in Kafka whether the topic contains unread messages; may take seconds. */
  ReadProgress readProgress();

  @Override
  void close();
}
