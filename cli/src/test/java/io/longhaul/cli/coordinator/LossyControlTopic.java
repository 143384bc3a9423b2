package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;

/** A control topic that loses some of the messages that this process sends. */
final class LossyControlTopic implements ControlTopic {
  private final ControlTopic topic;
  private final Predicate<SpecificRecordBase> losing;

  LossyControlTopic(ControlTopic topic, Predicate<SpecificRecordBase> losing) {
    this.topic = topic;
    this.losing = losing;
  }

  /** Loses the first message of each kind. */
  static LossyControlTopic losingTheFirst(ControlTopic topic) {
    Set<ControlMessageKind> lost = new HashSet<>();
    return new LossyControlTopic(topic, message -> lost.add(ControlMessageKind.of(message)));
  }

  @Override
  public void say(SpecificRecordBase message) {
    if (!losing.test(message)) {
      topic.say(message);
    }
  }

  @Override
  public List<SpecificRecordBase> hear(Duration atMost) {
    return topic.hear(atMost);
  }

  @Override
  public ReadProgress hearing() {
    return topic.hearing();
  }

  @Override
  public void close() {
    topic.close();
  }
}
