package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.history.StageHarness;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.types.RowTags;
import io.longhaul.sinks.Dataset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class LaneStageTest {
  private static final long HISTORY_WITH_FAULTS = 16;

  private final List<FlatRecord> records = history();

  private static List<FlatRecord> history() {
    FakeLog log = new FakeLog();
    RandomHistory.write(HISTORY_WITH_FAULTS, log, "run-1");
    return log.records();
  }

  @Test
  void aSnapshotAndARestoreAtEveryRecordChangeNothing() throws Exception {
    Output uninterrupted = new Output();
    try (var stage = stage(null)) {
      for (FlatRecord record : records) {
        stage.process(record);
      }
      uninterrupted.read(stage);
    }

    Output interrupted = new Output();
    OperatorSubtaskState state = null;
    for (int i = 0; i < records.size(); i++) {
      try (var stage = stage(state)) {
        stage.process(records.get(i));
        state = stage.snapshot(i);
        interrupted.read(stage);
      }
    }
    assertThat(interrupted.rows).isEqualTo(uninterrupted.rows);
    assertThat(uninterrupted.rows.get("late")).as("the history has a lost lane").isNotEmpty();
  }

  @Test
  void aClosedRunHasNoStateAndNoTimer() throws Exception {
    try (var stage = stage(null)) {
      int most = 0;
      for (FlatRecord record : records) {
        stage.process(record);
        most = Math.max(most, stage.stateEntries());
      }
      assertThat(most).isPositive();
      assertThat(stage.stateEntries()).isZero();
      assertThat(stage.timers()).isZero();
    }
  }

  @Test
  void aRecordWithoutAValidKeyIsRejectedAndCreatesNoState() throws Exception {
    FakeLog log = new FakeLog();
    try (var stage = stage(null)) {
      stage.process(log.appendWithKey("longhaul.timing", 0, "no key"));
      assertThat(stage.side(RowTags.of(Dataset.REJECTED))).hasSize(1);
      assertThat(stage.stateEntries()).isZero();
    }
  }

  /** A kind that a later version adds has no seq: see docs/wire.md. */
  @Test
  void aRecordOfAnUnknownKindIsRejectedAndItsLaneContinues() throws Exception {
    FakeLog log = new FakeLog();
    TestLane coordinator = TestLane.coordinator(log);
    try (var stage = stage(null)) {
      stage.process(coordinator.started());
      stage.process(
          log.appendWithKey(
              "longhaul.timing", 0, TestLane.RUN + "/" + coordinator.lane() + "/new-kind/-1"));
      stage.process(coordinator.heartbeat(1000));
      stage.process(coordinator.stop(1000));

      assertThat(stage.side(RowTags.of(Dataset.REJECTED))).hasSize(1);
      assertThat(stage.output())
          .extracting(LaneMessage::kind)
          .containsExactly(Kind.COORDINATOR_STARTED, Kind.PROGRESS, Kind.STOP);
    }
  }

  private static StageHarness<FlatRecord, LaneMessage> stage(OperatorSubtaskState state)
      throws Exception {
    return new StageHarness<>(
        new LaneStage(), FlatRecord::laneKey, new LaneMessageSerializer(), state);
  }

  /** Returns the output of the stage as text, in order. */
  private static final class Output {
    private final Map<String, List<String>> rows = new TreeMap<>();

    void read(StageHarness<FlatRecord, LaneMessage> stage) {
      stage.output().forEach(message -> add("messages", text(message)));
      read(stage, RowTags.of(Dataset.REQUESTS));
      read(stage, RowTags.of(Dataset.GPU_SAMPLES));
      read(stage, RowTags.of(Dataset.SERVER_SAMPLES));
      read(stage, RowTags.of(Dataset.LEDGER));
      read(stage, RowTags.of(Dataset.LATE));
      read(stage, RowTags.of(Dataset.REJECTED));
    }

    private void read(StageHarness<FlatRecord, LaneMessage> stage, OutputTag<?> tag) {
      stage.side(tag).forEach(row -> add(tag.getId(), row.toString()));
    }

    private void add(String where, String text) {
      rows.computeIfAbsent(where, k -> new ArrayList<>()).add(text);
    }

    private static String text(LaneMessage message) {
      return "%s %s %d %d %d %s"
          .formatted(
              message.laneId(),
              message.kind(),
              message.partSeq(),
              message.sliceIndex(),
              message.epochNanos(),
              HexFormat.of().formatHex(message.body()));
    }
  }
}
