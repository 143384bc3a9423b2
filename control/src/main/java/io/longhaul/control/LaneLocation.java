package io.longhaul.control;

import org.apache.kafka.common.TopicPartition;

/** The Kafka partition that contains a lane. */
public record LaneLocation(String topic, int partition) {

  public TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
