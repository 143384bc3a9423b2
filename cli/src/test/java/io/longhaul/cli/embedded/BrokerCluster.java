package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;

/** A cluster of three combined brokers and controllers, each started by {@code longhaul kafka}. */
public final class BrokerCluster implements TestKafka {
  private static final int BROKERS = 3;
  private static final long LONGEST_START_SECONDS = 120;

  private final Path folder;

  /** Of broker n at 2 n, of its controller behind it. */
  private final int[] ports = KafkaProcess.freePorts(2 * BROKERS);

  private final List<Process> processes = new ArrayList<>();

  private BrokerCluster(Path folder) {
    this.folder = folder;
  }

  /** Starts the cluster and waits until all three have joined. */
  public static BrokerCluster start(Path folder) throws Exception {
    Files.createDirectories(folder);
    BrokerCluster cluster = new BrokerCluster(folder);
    for (int broker = 0; broker < BROKERS; broker++) {
      Files.writeString(cluster.config(broker), cluster.configText(broker));
      cluster.processes.add(cluster.launch(broker));
    }
    try {
      cluster.awaitAll();
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private Path config(int broker) {
    return folder.resolve("server-" + broker + ".properties");
  }

  private String configText(int broker) {
    String voters =
        IntStream.range(0, BROKERS)
            .mapToObj(each -> (each + 1) + "@127.0.0.1:" + ports[2 * each + 1])
            .collect(Collectors.joining(","));
    String address = "PLAINTEXT://127.0.0.1:" + ports[2 * broker];
    return String.join(
        "\n",
        "process.roles=broker,controller",
        "node.id=" + (broker + 1),
        "controller.quorum.voters=" + voters,
        "controller.listener.names=CONTROLLER",
        "listeners=" + address + ",CONTROLLER://127.0.0.1:" + ports[2 * broker + 1],
        "advertised.listeners=" + address,
        "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "log.dirs=" + folder.resolve("log-" + broker),
        "auto.create.topics.enable=false",
        "offsets.topic.num.partitions=1",
        "group.initial.rebalance.delay.ms=0",
        "log.retention.ms=-1",
        "");
  }

  private Process launch(int broker) throws IOException {
    Path root = Path.of(System.getProperty("longhaul.root"));
    ProcessBuilder launcher =
        new ProcessBuilder(
                root.resolve("deploy/bin/longhaul").toString(), "kafka", config(broker).toString())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    folder.resolve("kafka-" + broker + ".log").toFile()));
    Map<String, String> environment = launcher.environment();
    environment.put("LONGHAUL_LIB", root.resolve("cli/target/dist/lib").toString());
    environment.put("LONGHAUL_JAVA_OPTS", "-Xmx256m " + QuickService.javaOptions(root, "kafka"));
    return launcher.start();
  }

  /** Waits until every broker has joined the cluster. */
  public void awaitAll() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
    try (Admin admin =
        Admin.create(
            Map.of("bootstrap.servers", bootstrapServers(), "default.api.timeout.ms", "100000"))) {
      while (admin.describeCluster().nodes().get().size() < BROKERS) {
        for (int broker = 0; broker < BROKERS; broker++) {
          assertThat(processes.get(broker).isAlive()).as(printed(broker)).isTrue();
        }
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
  }

  private String printed(int broker) throws IOException {
    return Files.readString(folder.resolve("kafka-" + broker + ".log"), UTF_8);
  }

  /** Returns the current leader of a partition. */
  public int leaderOf(String topic, int partition) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      return admin
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get()
              .get(topic)
              .partitions()
              .get(partition)
              .leader()
              .id()
          - 1;
    }
  }

  /** Kills a broker. */
  public void kill(int broker) {
    processes.get(broker).destroyForcibly().onExit().join();
  }

  /** Starts a broker again. */
  public void start(int broker) throws IOException {
    processes.set(broker, launch(broker));
  }

  @Override
  public String bootstrapServers() {
    return IntStream.range(0, BROKERS)
        .mapToObj(each -> "127.0.0.1:" + ports[2 * each])
        .collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }
  }
}
