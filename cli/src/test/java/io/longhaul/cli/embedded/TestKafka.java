package io.longhaul.cli.embedded;

/** A Kafka that a test has started. */
public interface TestKafka extends AutoCloseable {
  String bootstrapServers();

  @Override
  void close();
}
