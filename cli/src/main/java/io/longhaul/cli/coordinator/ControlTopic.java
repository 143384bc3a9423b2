package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The topic on which the processes of a run talk to each other. A message can be lost, late or
 * duplicated: who needs an answer repeats the message until the answer is read. For one thread.
 */
public interface ControlTopic extends AutoCloseable {

  /**
   * Sends a message without waiting for Kafka. While Kafka is away, only the newest message of each
   * key is kept.
   */
  void send(SpecificRecordBase message);

  /** Messages of all processes since the last call, oldest first; waits at most this long. */
  List<SpecificRecordBase> receive(Duration atMost);

  /** Asks Kafka whether the topic contains messages that were not read; may take seconds. */
  ReadProgress readProgress();

  @Override
  void close();
}
