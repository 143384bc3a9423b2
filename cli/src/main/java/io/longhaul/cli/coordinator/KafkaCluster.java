package io.longhaul.cli.coordinator;

import io.longhaul.schema.Topics;
import java.util.HashMap;
import java.util.Map;

/**
 * The Kafka that the processes of a run share.
 *
 * @param bootstrapServers {@code host:port}, several with commas
 * @param topics their names
 */
public record KafkaCluster(String bootstrapServers, Topics topics) {

  /** What every client needs to find it. */
  public Map<String, Object> connection() {
    Map<String, Object> connection = new HashMap<>();
    connection.put("bootstrap.servers", bootstrapServers);
    return connection;
  }
}
