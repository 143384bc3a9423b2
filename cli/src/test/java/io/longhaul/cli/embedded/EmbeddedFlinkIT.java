package io.longhaul.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedFlinkIT {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void listensOnLoopbackOnly() throws Exception {
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder)) {
      flink.submit(endlessJob());
      long self = ProcessHandle.current().pid();

      assertThat(ListeningSockets.all(self)).isNotEmpty();
      assertThat(ListeningSockets.notOnLoopback(self)).isEmpty();
    }
  }

  @Test
  void aTriggeredCheckpointRemainsAfterTheJobIsCancelled() throws Exception {
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder)) {
      EmbeddedJob job = flink.submit(endlessJob());

      awaitCheckpoint(job);
      job.cancel().get(20, TimeUnit.SECONDS);

      assertThat(job.ended()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("");
    }
    try (Stream<Path> files = Files.walk(folder.resolve("checkpoints"))) {
      assertThat(files.map(file -> file.getFileName().toString())).contains("_metadata");
    }
  }

  @Test
  void aFailedJobReportsItsRootCause() throws Exception {
    StreamExecutionEnvironment job = new StreamExecutionEnvironment(new Configuration());
    job.fromSource(new NumberSequenceSource(0, 1), WatermarkStrategy.noWatermarks(), "numbers")
        .map(EmbeddedFlinkIT::refuse)
        .sinkTo(new DiscardingSink<>());
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder)) {
      assertThat(flink.submit(job).ended())
          .succeedsWithin(20, TimeUnit.SECONDS)
          .isEqualTo("java.lang.IllegalStateException: No room for 0");
    }
  }

  private static Long refuse(Long number) {
    throw new IllegalStateException("No room for " + number + "\nsecond line");
  }

  private StreamExecutionEnvironment endlessJob() {
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    StreamExecutionEnvironment job = new StreamExecutionEnvironment(settings);
    job.setParallelism(1);
    job.fromSource(
            new NumberSequenceSource(0, Long.MAX_VALUE - 1),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .sinkTo(new DiscardingSink<>());
    return job;
  }

  /** Retries a checkpoint, which Flink rejects until all tasks are running. */
  private static void awaitCheckpoint(EmbeddedJob job) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        job.checkpoint().get(20, TimeUnit.SECONDS);
        return;
      } catch (ExecutionException refused) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      }
    }
  }
}
