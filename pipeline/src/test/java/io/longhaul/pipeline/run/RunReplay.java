package io.longhaul.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.StateFormat;
import io.longhaul.pipeline.history.StateTransition;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.schema.EventCodecs;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Processes lanes' messages without Flink, like the run stage. */
public final class RunReplay {
  private static final StateFormat<Run> FORM = new StateFormat<>(new RunSerializer());

  public final RecordingRunOutput out = new RecordingRunOutput();
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, Run> runs = new TreeMap<>();
  private final StateTransition transition;

  public RunReplay() {
    this(StateTransition.KEPT);
  }

  private RunReplay(StateTransition transition) {
    this.transition = transition;
  }

  /**
   * Reads a whole log, partition by partition, through lanes and runs. It repeats this with every
   * run restored, and with every run copied, before each message, and requires the same result.
   */
  public static RecordingRunOutput of(FakeLog log) {
    List<LaneMessage> messages = LaneReplay.of(log).toRun;
    RecordingRunOutput uninterrupted = read(messages, StateTransition.KEPT);
    for (StateTransition transition : StateTransition.values()) {
      assertThat(read(messages, transition).rows())
          .as("state that is " + transition)
          .isEqualTo(uninterrupted.rows());
    }
    return uninterrupted;
  }

  private static RecordingRunOutput read(List<LaneMessage> messages, StateTransition transition) {
    RunReplay replay = new RunReplay(transition);
    messages.forEach(replay::take);
    return replay.out;
  }

  public void take(LaneMessage message) {
    Run run = runs.computeIfAbsent(message.runId(), Run::new);
    byte[] before = transition == StateTransition.COPIED ? FORM.bytesOf(run) : null;
    Run next =
        switch (transition) {
          case KEPT -> run;
          case RESTORED -> FORM.reread(run);
          case COPIED -> run.copy();
        };
    runs.put(message.runId(), next);
    if (!next.process(message, codecs, out)) {
      runs.remove(message.runId());
    }
    if (before != null) {
      assertThat(FORM.bytesOf(run)).as("what a checkpoint holds on to").isEqualTo(before);
    }
  }

  /** Serializes all state and continues with the deserialized state. */
  public void restart() {
    runs.replaceAll((key, run) -> FORM.reread(run));
  }

  /** Continues with copies, like heap state during a checkpoint. */
  public void copyOnWrite() {
    runs.replaceAll((key, run) -> run.copy());
  }

  /** Returns the bytes of all state in a checkpoint. */
  public int stateBytes() {
    return runs.values().stream().mapToInt(run -> FORM.bytesOf(run).length).sum();
  }

  /** Returns the number of runs in state. */
  public int openRuns() {
    return runs.size();
  }
}
