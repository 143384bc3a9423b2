package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.JobStart;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that deletes the records of its log, with a broker and real checkpoints. */
class LogRetentionIT {
  /** Records are old enough at once. */
  private static final Duration KEEP = Duration.ofMillis(20);

  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final int PARTITIONS = 2;

  @TempDir Path folder;

  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private RestartableBroker broker;
  private KafkaCluster kafka;
  private Map<String, Integer> partitions;
  private EmbeddedFlink flink;
  private Path checkpoints;
  private Lake lake;

  @BeforeEach
  void start() throws Exception {
    broker = RestartableBroker.start(folder.resolve("log"), folder.resolve("kafka.log"));
    kafka = new KafkaCluster(broker.bootstrapServers(), topics);
    partitions = new RunTopics(kafka).ensure(PARTITIONS);
    checkpoints = folder.resolve("checkpoints");
    lake = new Lake(folder.resolve("lake"));
    flink = EmbeddedFlink.start(folder.resolve("flink"));
  }

  @AfterEach
  void stop() {
    flink.close();
    broker.close();
  }

  @Test
  void recordsBehindTheOldestStateAreDeletedAndTheJobContinues() throws Exception {
    send(100);
    EmbeddedJob before = submit(Optional.empty());
    awaitRows(before, 200);
    Path savepoint = copyOfNewestCheckpoint("savepoint-%.6s-copied");
    before.cancel().get(20, TimeUnit.SECONDS);

    EmbeddedJob job = submit(Optional.of(KEEP));

    send(50);
    awaitRows(job, 300);
    sendToGpuTopic();
    awaitRows(job, 301);
    await(job, () -> starts().equals(List.of(100L, 100L)));
    for (int checkpoint = 0; checkpoint < 6; checkpoint++) {
      job.checkpoint().get(20, TimeUnit.SECONDS);
    }
    assertThat(starts()).as("the savepoint needs the others").containsExactly(100L, 100L);

    readAsAnotherJob(new TopicPartition(topics.timing(), 1), 120);
    deleteTree(savepoint);
    await(job, () -> starts().equals(List.of(150L, 120L)));

    job.cancel().get(20, TimeUnit.SECONDS);
    send(10);
    awaitRows(submit(Optional.empty()), 321);
    assertThat(kafka.deletedRecords(partitions)).isEqualTo(270);

    stop();
    assertThatThrownBy(
            () ->
                new LakeRebuilder(
                        new ExportLayout(folder),
                        new ExportLayout(folder.resolve("new")),
                        warning -> {})
                    .rebuild())
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith(
            "Cannot rebuild "
                + folder
                + ": the first 270 records of its log were deleted during the run (--keep-log)");
  }

  private void send(int recordsPerPartition) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.connection(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < recordsPerPartition * PARTITIONS; i++) {
        var unused =
            producer.send(
                new ProducerRecord<>(topics.timing(), i % PARTITIONS, null, new byte[] {1}));
      }
    }
  }

  /** The newest record of the log, which is kept. */
  private void sendToGpuTopic() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.connection(), new ByteArraySerializer(), new ByteArraySerializer())) {
      var unused = producer.send(new ProducerRecord<>(topics.gpu(), 0, null, new byte[] {1}));
    }
  }

  private EmbeddedJob submit(Optional<Duration> keepLog) throws Exception {
    StreamExecutionEnvironment environment =
        LakeJob.of(
            kafka,
            LakeJob.ONLY_GROUP,
            lake.folder(),
            "",
            checkpoints,
            Duration.ofMinutes(10),
            1,
            keepLog);
    String uri = JobConfiguration.uriOf(checkpoints);
    new JobStart(uri, uri, Optional.empty(), lake, Set::of).decide().applyTo(environment);
    return flink.submit(environment);
  }

  /** The job rejects the records and writes one row for each. */
  private void awaitRows(EmbeddedJob job, long rows) throws Exception {
    await(job, () -> rejectedRows() >= rows);
    assertThat(rejectedRows()).isEqualTo(rows);
  }

  private long rejectedRows() throws IOException {
    long rows = 0;
    for (Path file : lake.files(Dataset.REJECTED)) {
      rows += ParquetRows.count(file);
    }
    return rows;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  /** Requests checkpoints until a condition holds. */
  private static void await(EmbeddedJob job, Condition condition) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      try {
        job.checkpoint().get(20, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        TimeUnit.MILLISECONDS.sleep(50); // the job is starting
      }
    }
  }

  /** Returns the first offset of each partition. */
  private List<Long> starts() {
    List<TopicPartition> partitions =
        List.of(new TopicPartition(topics.timing(), 0), new TopicPartition(topics.timing(), 1));
    try (KafkaConsumer<byte[], byte[]> consumer = kafka.consumer("none", Map.of())) {
      Map<TopicPartition, Long> starts = new HashMap<>(consumer.beginningOffsets(partitions));
      return partitions.stream().map(starts::get).toList();
    }
  }

  private void readAsAnotherJob(TopicPartition partition, long offset) {
    Map<String, Object> group = Map.of("group.id", "longhaul-pipeline-other");
    try (KafkaConsumer<byte[], byte[]> consumer = kafka.consumer("none", group)) {
      consumer.assign(List.of(partition));
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)));
    }
  }

  private Path copyOfNewestCheckpoint(String name) throws IOException {
    Path job = only(checkpoints, "[0-9a-f]{32}");
    Path newest;
    try (Stream<Path> all = Files.list(job)) {
      newest =
          all.filter(each -> Files.exists(each.resolve("_metadata")))
              .max((a, b) -> Long.compare(number(a), number(b)))
              .orElseThrow();
    }
    Path copy = Files.createDirectories(checkpoints.resolve(name.formatted(job.getFileName())));
    try (Stream<Path> files = Files.list(newest)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static long number(Path checkpoint) {
    return Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()));
  }

  private static Path only(Path folder, String name) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.getFileName().toString().matches(name))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    try (Stream<Path> files = Files.list(tree)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(tree);
  }
}
