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
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedFlinkIT {
  private static final Duration NEVER_IN_THIS_TEST = Duration.ofHours(1);

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void listensOnLoopbackOnly() throws Exception {
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder, NEVER_IN_THIS_TEST)) {
      flink.submit(endlessJob(flink));
      long self = ProcessHandle.current().pid();

      assertThat(ListeningSockets.all(self)).isNotEmpty();
      assertThat(ListeningSockets.notOnLoopback(self)).isEmpty();
    }
  }

  @Test
  void aCheckpointCanBeAskedForAndStaysAfterTheJobIsCancelled() throws Exception {
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder, NEVER_IN_THIS_TEST)) {
      EmbeddedJob job = flink.submit(endlessJob(flink));

      awaitCheckpoint(job);
      job.cancel().get(20, TimeUnit.SECONDS);

      assertThat(job.ended()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("");
    }
    try (Stream<Path> files = Files.walk(folder.resolve("checkpoints"))) {
      assertThat(files.map(file -> file.getFileName().toString())).contains("_metadata");
    }
  }

  private static StreamExecutionEnvironment endlessJob(EmbeddedFlink flink) {
    StreamExecutionEnvironment job = flink.newEnvironment();
    job.fromSource(
            new NumberSequenceSource(0, Long.MAX_VALUE - 1),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .sinkTo(new DiscardingSink<>());
    return job;
  }

  /** A job that runs may have tasks that do not yet: then a checkpoint is refused. */
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
