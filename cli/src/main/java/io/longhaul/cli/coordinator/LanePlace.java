package io.longhaul.cli.coordinator;

/** Where a lane lives. */
record LanePlace(String topic, int partition) {
  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
