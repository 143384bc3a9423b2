package io.longhaul.cli.coordinator;

/** The Kafka partition that contains a lane. */
public record LaneLocation(String topic, int partition) {
  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
