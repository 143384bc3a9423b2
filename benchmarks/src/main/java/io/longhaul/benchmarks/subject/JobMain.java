package io.longhaul.benchmarks.subject;

import static java.util.Objects.requireNonNull;

import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.export.SliceRow;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.LiveSinks;
import io.longhaul.pipeline.ProfileJob;
import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.schema.Topics;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * The job of an embedded run, on the log of a finished run. Arguments: bootstrap servers, number of
 * requests in the log. Command: an empty folder. Response: the {@link Throughput} from the first
 * finished slice until all rows are in files, without the start of the cluster.
 */
public final class JobMain {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
  private static final Duration POLL = Duration.ofMillis(20);

  private final String bootstrapServers;
  private final long requests;

  private JobMain(String bootstrapServers, long requests) {
    this.bootstrapServers = bootstrapServers;
    this.requests = requests;
  }

  public static void main(String[] args) throws Exception {
    JobMain job = new JobMain(args[0], Long.parseLong(args[1]));
    CommandLoop.run(folder -> job.run(Path.of(folder)));
  }

  private Throughput run(Path folder)
      throws IOException, UnreadableRecordException, InterruptedException {
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(
            JobConfiguration.of(
                JobConfiguration.uriOf(folder.resolve("checkpoints")),
                JobConfiguration.SHORT_RUN_INTERVAL,
                1));
    Path lake = Files.createDirectories(folder.resolve("lake"));
    new ProfileJob(
            LaneSources.kafka(KafkaConnection.plain(bootstrapServers), TOPICS, "benchmark"),
            new ParquetSinks(lake),
            LiveSinks.NONE.withSlices(
                LiveTopicSink.slices(KafkaConnection.plain(bootstrapServers), TOPICS)),
            1)
        .build(environment);
    try (KafkaConsumer<byte[], byte[]> slices =
            BenchmarkConsumer.fromNow(bootstrapServers, TOPICS.slices());
        EmbeddedFlink flink = EmbeddedFlink.start(folder)) {
      return measure(slices, flink.submit(environment));
    }
  }

  private Throughput measure(KafkaConsumer<byte[], byte[]> slices, EmbeddedJob job)
      throws UnreadableRecordException {
    CompletableFuture<String> ended = job.ended();
    WireCodec<SliceRow> codec = new WireCodec<>(SliceRow.class);
    long all = 0;
    long first = 0;
    ThroughputMeter meter = null;
    while (all < requests) {
      if (ended.isDone()) {
        throw new IllegalStateException("The job ended early: " + ended.join());
      }
      for (ConsumerRecord<byte[], byte[]> record : slices.poll(POLL)) {
        SliceRow slice = codec.decode(record.value());
        all += slice.getRequestsEnded();
        if (meter == null) {
          meter = new ThroughputMeter();
          first = all;
        }
      }
    }
    job.checkpoint().join(); // writes the rows that are still in memory
    return requireNonNull(meter).read(all - first);
  }
}
