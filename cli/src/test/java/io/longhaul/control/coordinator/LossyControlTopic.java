package io.longhaul.control.coordinator;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.ReadProgress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;

/** A control topic that loses some of the messages that this process sends. */
final class LossyControlTopic implements ControlTopic {
  private final ControlTopic topic;
  private final Predicate<SpecificRecordBase> isLost;

  LossyControlTopic(ControlTopic topic, Predicate<SpecificRecordBase> isLost) {
    this.topic = topic;
    this.isLost = isLost;
  }

  /** Loses the first message of each kind. */
  static LossyControlTopic losingTheFirstOfEachKind(ControlTopic topic) {
    Set<ControlMessageKind> lost = new HashSet<>();
    return new LossyControlTopic(topic, message -> lost.add(ControlMessageKind.of(message)));
  }

  @Override
  public void send(SpecificRecordBase message) {
    if (!isLost.test(message)) {
      topic.send(message);
    }
  }

  @Override
  public List<SpecificRecordBase> receive(Duration atMost) {
    return topic.receive(atMost);
  }

  @Override
  public ReadProgress readProgress() {
    return topic.readProgress();
  }

  @Override
  public void close() {
    topic.close();
  }
}
