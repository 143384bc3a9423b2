package io.longhaul.load.publish;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The producer settings that affect the order of a lane or the load on this machine. */
final class KafkaProducerSettings {
  private KafkaProducerSettings() {}

  /**
   * Returns the settings of the producer.
   *
   * @param connection Kafka settings for the connection: {@code bootstrap.servers} and security;
   *     they override the settings here
   */
  static Map<String, Object> of(Map<String, Object> connection, String clientId) {
    Map<String, Object> settings =
        new HashMap<>(
            Map.ofEntries(
                Map.entry(ProducerConfig.CLIENT_ID_CONFIG, clientId),
                Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
                Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
                Map.entry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5),
                Map.entry(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE),
                // A batch never expires: the producer waits for an unavailable broker and does not
                // reorder records.
                Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE),
                Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000),
                Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, 100L),
                // A broker that is available again is noticed well before a lane counts as silent.
                Map.entry(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 10_000L),
                // Each batch wakes the broker, which may take a processor from the measurement.
                Map.entry(ProducerConfig.LINGER_MS_CONFIG, 50L),
                Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10),
                Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L << 20),
                Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4"),
                Map.entry(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false)));
    settings.putAll(connection);
    return settings;
  }
}
