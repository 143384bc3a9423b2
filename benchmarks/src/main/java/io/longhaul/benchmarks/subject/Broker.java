package io.longhaul.benchmarks.subject;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.KafkaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The broker of an embedded run with one topic of one partition; its data are deleted when it is
 * closed.
 */
public final class Broker implements AutoCloseable {
  private final TemporaryFolder folder;
  private final KafkaProcess process;

  private Broker(TemporaryFolder folder, KafkaProcess process) {
    this.folder = folder;
    this.process = process;
  }

  /** Starts the broker and creates the topic. */
  public static Broker start(String topic)
      throws ChildFailedException, IOException, InterruptedException, ExecutionException {
    TemporaryFolder folder = TemporaryFolder.create();
    Path log = folder.path().resolve("broker.log");
    Broker broker = new Broker(folder, KafkaProcess.start(folder.path().resolve("broker"), log));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      NewTopic one =
          new NewTopic(topic, Optional.of(1), Optional.empty())
              .configs(Map.of("message.timestamp.type", "LogAppendTime"));
      admin.createTopics(List.of(one)).all().get();
    }
    return broker;
  }

  public String bootstrapServers() {
    return process.bootstrapServers();
  }

  @Override
  public void close() {
    process.close();
    folder.close();
  }
}
