package io.longhaul.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunTopics;
import io.longhaul.schema.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a broker with the settings and topics of a run. */
class DeletedRecordsIT {
  private static final Duration DEADLINE = Duration.ofMinutes(1);
  private static final int SEGMENT_BYTES = 1 << 20;
  private static final int RECORDS = 80;
  private static final byte[] RECORD = new byte[100_000];

  @TempDir Path folder;

  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private KafkaRaftServer server;
  private KafkaCluster kafka;

  @BeforeEach
  void start() throws Exception {
    int[] ports = KafkaProcess.freePorts(2);
    BrokerSettings settings = new BrokerSettings(folder.resolve("log"), ports[0], ports[1]);
    Properties properties = settings.toProperties();
    // A broker waits for minutes before it looks for old segments.
    properties.setProperty("log.initial.task.delay.ms", "100");
    properties.setProperty("log.retention.check.interval.ms", "100");
    server = BrokerMain.started(settings, properties);
    kafka = new KafkaCluster(settings.address(), topics);
    new RunTopics(kafka).ensure(1);
  }

  @AfterEach
  void stop() {
    server.shutdown();
    server.awaitShutdown();
  }

  @Test
  void segmentsWhoseRecordsWereDeletedLeaveTheDisk() throws Exception {
    try (Admin admin = Admin.create(kafka.connection())) {
      useSmallSegments(admin);
      send();
      long before = bytesOnDisk();
      assertThat(before).isGreaterThanOrEqualTo((long) RECORDS * RECORD.length);

      TopicPartition partition = new TopicPartition(topics.timing(), 0);
      admin
          .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(RECORDS - 5)))
          .all()
          .get(20, TimeUnit.SECONDS);

      awaitAtMost(2L * SEGMENT_BYTES);
    }
  }

  private void useSmallSegments(Admin admin) throws Exception {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, topics.timing());
    List<AlterConfigOp> changes =
        Stream.of(
                new ConfigEntry("segment.bytes", Integer.toString(SEGMENT_BYTES)),
                new ConfigEntry("file.delete.delay.ms", "100"))
            .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
            .toList();
    admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get(20, TimeUnit.SECONDS);
  }

  private void send() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.connection(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        var unused = producer.send(new ProducerRecord<>(topics.timing(), 0, null, RECORD));
      }
    }
  }

  private long bytesOnDisk() throws IOException {
    Path partition = folder.resolve("log").resolve(topics.timing() + "-0");
    long bytes = 0;
    try (Stream<Path> files = Files.list(partition)) {
      for (Path file : files.filter(each -> each.toString().contains(".log")).toList()) {
        bytes += file.toFile().length(); // 0 if it has just been deleted
      }
    }
    return bytes;
  }

  private void awaitAtMost(long bytes) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (bytesOnDisk() > bytes) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
