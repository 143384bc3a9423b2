package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KafkaProcessIT {
  private static final int SIGINT_BIT = 1 << 1;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void listensOnLoopbackOnlyAndLeavesCtrlCToItsParent() throws Exception {
    try (KafkaProcess broker = start()) {
      assertThat(broker.bootstrapServers()).startsWith("127.0.0.1:");
      assertThat(ListeningSockets.all(broker.pid())).hasSize(2);
      assertThat(ListeningSockets.notOnLoopback(broker.pid())).isEmpty();
      assertThat(ignoredSignals(broker.pid()) & SIGINT_BIT).isEqualTo(SIGINT_BIT);
    }
  }

  @Test
  void retainsItsLogForTheNextBrokerInTheSameFolder() throws Exception {
    try (KafkaProcess broker = start();
        Admin admin = admin(broker)) {
      admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get();
    }
    try (KafkaProcess broker = start();
        Admin admin = admin(broker)) {
      assertThat(admin.listTopics().names().get()).contains("kept");
    }
  }

  @Test
  void usesOtherPortsWhenOneIsTaken() throws Exception {
    try (ServerSocket faster = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int[] first = {faster.getLocalPort(), KafkaProcess.freePorts(1)[0]};
      Deque<int[]> ports = new ArrayDeque<>(List.of(first, KafkaProcess.freePorts(2)));
      String free = "127.0.0.1:" + ports.getLast()[0];
      try (KafkaProcess broker =
          KafkaProcess.start(folder, folder.resolve("broker.log"), ports::removeFirst, false)) {
        assertThat(broker.bootstrapServers()).isEqualTo(free);
      }
    }
  }

  @Test
  void createsNoTopicsAutomatically() throws Exception {
    try (KafkaProcess broker = start();
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "max.block.ms", "1500"),
                new StringSerializer(),
                new StringSerializer())) {
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>("unknown", "hello")).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void stopsALeftoverBrokerInItsFolder() throws Exception {
    try (KafkaProcess leftover = start();
        KafkaProcess broker = start()) {
      assertThat(leftover.exit()).succeedsWithin(5, TimeUnit.SECONDS);
      assertThat(ProcessHandle.of(broker.pid())).isPresent();
    }
  }

  @Test
  void endsAfterItsParentWasKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrokerParentMain.class.getName(),
                folder.toString())
            .redirectError(folder.resolve("parent.log").toFile())
            .start();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), UTF_8))) {
      ProcessHandle broker = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();

      parent.destroyForcibly().waitFor();

      assertThat(broker.onExit()).succeedsWithin(20, TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aFailedStartIsReportedWithTheEndOfItsLog() throws Exception {
    Files.writeString(folder.resolve("log"), "a file where a folder should be");

    assertThatThrownBy(this::start)
        .isInstanceOfSatisfying(
            ChildFailedException.class,
            failure -> {
              assertThat(failure)
                  .hasMessageStartingWith("Cannot start Kafka broker: it exited immediately");
              assertThat(failure.lastLines()).isNotEmpty();
            });
  }

  private KafkaProcess start() throws Exception {
    return KafkaProcess.start(folder, folder.resolve("broker.log"));
  }

  private static Admin admin(KafkaProcess broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static long ignoredSignals(long pid) throws Exception {
    String line =
        Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
            .filter(status -> status.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow();
    return Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16);
  }
}
