package io.longhaul.cli.embedded;

/** A Kafka cluster started by a test. */
public interface TestKafka extends AutoCloseable {
  String bootstrapServers();

  @Override
  void close();
}
