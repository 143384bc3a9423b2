package io.longhaul.benchmarks.chaos;

import io.longhaul.benchmarks.chaos.Topology.Client;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the log of a run again, with the job in one process and another parallelism, into a lake of
 * its own. Both lakes must contain the same rows.
 */
final class Replay {
  private static final Duration CATCH_UP_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration EQUALITY_TIMEOUT = Duration.ofMinutes(1);

  private final Topology topology;
  private final Lake lake;
  private final ManagedProcess process;

  private Replay(Topology topology, Lake lake, ManagedProcess process) {
    this.topology = topology;
    this.lake = lake;
    this.process = process;
  }

  /** Starts to read. */
  static Replay start(Topology topology) throws IOException {
    Path folder = topology.folder().resolve("replay");
    Lake lake = new Lake(folder.resolve("lake"));
    ManagedProcess process =
        topology.command(
            "replay",
            "pipeline",
            "--kafka",
            topology.bootstrap(Client.ADMIN),
            "--lake",
            lake.folder().toString(),
            "--checkpoints",
            folder.resolve("checkpoints").toString(),
            "--checkpoint-interval",
            "1");
    process.start();
    return new Replay(topology, lake, process);
  }

  /** Waits until a job has read the whole log and has committed its rows. */
  static void awaitCaughtUp(Topology topology, Lake lake) throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", topology.bootstrap(Client.ADMIN)))) {
      Waits.require(
          "a job to read the whole log into " + lake.folder(),
          CATCH_UP_TIMEOUT,
          () -> hasReadEverything(admin, lake));
    }
  }

  private static boolean hasReadEverything(Admin admin, Lake lake)
      throws IOException, ExecutionException, InterruptedException {
    Optional<JobRegistration> job = JobRegistration.find(lake, Topics.DEFAULT_PREFIX);
    if (job.isEmpty()) {
      return false;
    }
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(job.get().consumerGroup())
            .partitionsToOffsetAndMetadata()
            .get();
    return ends(admin).entrySet().stream()
        .allMatch(
            end -> {
              OffsetAndMetadata read = committed.get(end.getKey());
              long offset = read == null ? 0 : read.offset();
              return offset >= end.getValue();
            });
  }

  private static Map<TopicPartition, Long> ends(Admin admin)
      throws ExecutionException, InterruptedException {
    List<String> topics = Topology.topics().lanes();
    Map<TopicPartition, OffsetSpec> latest = new LinkedHashMap<>();
    for (TopicDescription topic : admin.describeTopics(topics).allTopicNames().get().values()) {
      topic
          .partitions()
          .forEach(
              partition ->
                  latest.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      OffsetSpec.latest()));
    }
    Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(latest).all().get();
    return ends.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  /**
   * Waits until both lakes contain the same rows, then ends the replay.
   *
   * @return for each dataset with other rows, how they differ
   */
  Map<String, String> differences() throws Exception {
    awaitCaughtUp(topology, lake);
    // Flink commits offsets and files at the same time.
    Waits.until(EQUALITY_TIMEOUT, () -> compare().isEmpty());
    Map<String, String> differences = compare();
    process.end();
    return differences;
  }

  private Map<String, String> compare() throws IOException {
    Map<String, String> differences = new LinkedHashMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      String original = hash(topology.lake(), dataset);
      String replayed = hash(lake, dataset);
      if (!original.equals(replayed)) {
        differences.put(dataset.name(), original + ", replayed " + replayed);
      }
    }
    return differences;
  }

  /** Covers all rows: those of records with a damaged key belong to no run. */
  private static <T extends SpecificRecordBase> String hash(Lake of, Dataset<T> dataset)
      throws IOException {
    RowHash hash = new RowHash();
    for (Path file : of.files(dataset)) {
      try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, Set.of())) {
        for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
          hash.add(row.get());
        }
      }
    }
    return hash.rows() + " rows " + hash;
  }
}
