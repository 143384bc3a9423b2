package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/** A control topic that loses the first message of each kind that this process sends. */
final class LossyControlTopic implements ControlTopic {
  private final ControlTopic topic;
  private final Set<ControlKind> lost = new HashSet<>();

  LossyControlTopic(ControlTopic topic) {
    this.topic = topic;
  }

  @Override
  public void say(SpecificRecordBase message) {
    if (!lost.add(ControlKind.of(message))) {
      topic.say(message);
    }
  }

  @Override
  public List<SpecificRecordBase> hear(Duration atMost) {
    return topic.hear(atMost);
  }

  @Override
  public Hearing hearing() {
    return topic.hearing();
  }

  @Override
  public void close() {
    topic.close();
  }
}
