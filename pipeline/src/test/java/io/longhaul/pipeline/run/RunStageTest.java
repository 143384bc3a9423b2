package io.longhaul.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.history.StageHarness;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.types.RowTags;
import io.longhaul.sinks.Dataset;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.formats.avro.typeutils.AvroSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

class RunStageTest {
  private static final long HISTORY_WITH_FAULTS = 16;

  private final List<LaneMessage> messages = history();

  private static List<LaneMessage> history() {
    FakeLog log = new FakeLog();
    RandomHistory.write(HISTORY_WITH_FAULTS, log, "run-1");
    LaneReplay lanes = new LaneReplay();
    log.records().stream().filter(FlatRecord::hasKey).forEach(lanes::take);
    return lanes.out.toRun;
  }

  @Test
  void aSnapshotAndARestoreAtEveryMessageChangeNothing() throws Exception {
    List<String> uninterrupted = new ArrayList<>();
    try (var stage = stage(null)) {
      for (LaneMessage message : messages) {
        stage.process(message);
      }
      read(stage, uninterrupted);
    }

    List<String> interrupted = new ArrayList<>();
    OperatorSubtaskState state = null;
    for (int i = 0; i < messages.size(); i++) {
      try (var stage = stage(state)) {
        stage.process(messages.get(i));
        state = stage.snapshot(i);
        read(stage, interrupted);
      }
    }
    assertThat(interrupted).containsExactlyInAnyOrderElementsOf(uninterrupted).isNotEmpty();
  }

  @Test
  void aClosedRunHasNoStateAndNoTimer() throws Exception {
    try (var stage = stage(null)) {
      int most = 0;
      for (LaneMessage message : messages) {
        stage.process(message);
        most = Math.max(most, stage.stateEntries());
      }
      assertThat(most).isPositive();
      assertThat(stage.stateEntries()).isZero();
      assertThat(stage.timers()).isZero();
    }
  }

  private static StageHarness<LaneMessage, SliceRow> stage(OperatorSubtaskState state)
      throws Exception {
    return new StageHarness<>(
        new RunStage(), LaneMessage::runId, new AvroSerializer<>(SliceRow.class), state);
  }

  private static void read(StageHarness<LaneMessage, SliceRow> stage, List<String> rows) {
    stage.output().forEach(row -> rows.add("slices " + row));
    stage.side(RowTags.of(Dataset.GPU_SLICES)).forEach(row -> rows.add("gpu_slices " + row));
    stage.side(RowTags.of(Dataset.RUNS)).forEach(row -> rows.add("runs " + row));
  }
}
