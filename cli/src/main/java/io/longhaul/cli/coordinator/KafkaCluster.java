package io.longhaul.cli.coordinator;

import io.longhaul.schema.Topics;
import java.util.HashMap;
import java.util.Map;

/**
 * The Kafka cluster of a run.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 * @param topics names of the topics
 */
public record KafkaCluster(String bootstrapServers, Topics topics) {

  /** Returns the connection properties of a client. */
  public Map<String, Object> connection() {
    Map<String, Object> connection = new HashMap<>();
    connection.put("bootstrap.servers", bootstrapServers);
    return connection;
  }
}
