package io.longhaul.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Gives a Kafka client the values of the user's file when the client is created. Kafka creates this
 * class by its name.
 *
 * <p>Secrets are therefore only in the file and in Kafka's clients: settings that a process holds,
 * sends or prints contain references. A client that is created later reads changed values.
 */
public final class KafkaConfigProvider implements ConfigProvider {
  /** Parameter with the path of the file. */
  static final String FILE = "file";

  private Path file = Path.of("");

  /** Called by Kafka. */
  public KafkaConfigProvider() {}

  @Override
  public void configure(Map<String, ?> parameters) {
    file = Path.of(String.valueOf(parameters.get(FILE)));
  }

  @Override
  public ConfigData get(String path) {
    return get(path, Set.of());
  }

  /**
   * Returns the values of keys.
   *
   * @throws ConfigException if the file cannot be read or lacks a key
   */
  @Override
  public ConfigData get(@Nullable String path, Set<String> keys) {
    Map<String, String> values = new HashMap<>();
    try {
      for (PropertiesFile.Entry entry : PropertiesFile.read(file).entries()) {
        if (keys.contains(entry.key())) {
          values.put(entry.key(), entry.resolved());
        }
      }
    } catch (IOException | ConfigException e) {
      throw new ConfigException("Cannot read " + file + ": " + e.getMessage());
    }
    for (String key : keys) {
      if (!values.containsKey(key)) {
        throw new ConfigException("Cannot read " + file + ": it no longer contains " + key);
      }
    }
    return new ConfigData(values);
  }

  @Override
  public void close() {}
}
