package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.FakeLogSource;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.source.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ProfileJobIT {
  private static final List<Long> SEEDS = List.of(16L, 2L);

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir private Path folder;
  private final List<CollectingSinks> sinks = new ArrayList<>();
  private final List<FakeLogSource> logs = new ArrayList<>();

  @AfterEach
  void noStateIsLeft() {
    sinks.forEach(CollectingSinks::remove);
    logs.forEach(FakeLogSource::remove);
  }

  @Test
  void everyParallelismYieldsTheSameRowsOfTwoParallelRuns(TestInfo test) throws Exception {
    Map<String, List<String>> alone = read(test.getDisplayName() + 1, 1, false, false);

    assertThat(read(test.getDisplayName() + 2, 2, false, false)).isEqualTo(alone);
    assertThat(read(test.getDisplayName() + 3, 3, false, false)).isEqualTo(alone);
    assertThat(alone.keySet())
        .containsExactly(
            "gpu_samples",
            "gpu_slices",
            "handshakes",
            "late",
            "ledger",
            "marks",
            "rejected",
            "requests",
            "runs",
            "server_samples",
            "slices");
    assertThat(alone.get("runs")).hasSize(SEEDS.size());
  }

  @Test
  void aFailureAndARestoreYieldTheSameRows(TestInfo test) throws Exception {
    Map<String, List<String>> quiet = read(test.getDisplayName() + "quiet", 1, false, false);
    Map<String, List<String>> failed = read(test.getDisplayName() + "failed", 2, true, false);

    // These sinks have no transactions, so rows since the checkpoint are written twice, unchanged.
    assertThat(distinct(failed)).isEqualTo(distinct(quiet));
  }

  @Test
  void objectReuseChangesNothing(TestInfo test) throws Exception {
    Map<String, List<String>> copied = read(test.getDisplayName() + "copied", 1, false, false);

    assertThat(read(test.getDisplayName() + "reused", 1, false, true)).isEqualTo(copied);
  }

  private static Map<String, Set<String>> distinct(Map<String, List<String>> rows) {
    Map<String, Set<String>> distinct = new TreeMap<>();
    rows.forEach((dataset, texts) -> distinct.put(dataset, Set.copyOf(texts)));
    return distinct;
  }

  private Map<String, List<String>> read(
      String name, int parallelism, boolean failing, boolean objectReuse) throws Exception {
    FakeLog log = new FakeLog();
    for (int i = 0; i < SEEDS.size(); i++) {
      RandomHistory.write(SEEDS.get(i), log, "run-" + i);
    }
    FakeLogSource timing = source(name + "/timing", log, "longhaul.timing");
    FakeLogSource gpu = source(name + "/gpu", log, "longhaul.gpu");
    if (failing) {
      timing.failingOnceAfterACheckpoint();
    }
    CollectingSinks lake = new CollectingSinks(name);
    sinks.add(lake);
    Configuration configuration =
        JobConfiguration.of(JobConfiguration.uriOf(folder), Duration.ofMillis(200), 3);
    configuration.set(PipelineOptions.OBJECT_REUSE, objectReuse);
    configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ZERO);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofMillis(10));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    new ProfileJob(
            new Sources(timing, gpu, WatermarkStrategy.noWatermarks()),
            lake,
            LiveSinks.NONE,
            parallelism)
        .build(env);
    env.execute("pipeline under test");
    assertThat(timing.isFailureDue()).isFalse();
    return lake.rows();
  }

  private FakeLogSource source(String name, FakeLog log, String topic) {
    List<List<FlatRecord>> partitions =
        log.partitions().stream().filter(p -> p.get(0).topic().equals(topic)).toList();
    FakeLogSource source = FakeLogSource.of(name, partitions);
    logs.add(source);
    return source;
  }
}
