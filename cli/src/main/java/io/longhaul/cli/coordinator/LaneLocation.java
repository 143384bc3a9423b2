package io.longhaul.cli.coordinator;

/** Where a lane lives. */
public record LaneLocation(String topic, int partition) {
  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
