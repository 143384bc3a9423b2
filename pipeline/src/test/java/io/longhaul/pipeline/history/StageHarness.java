package io.longhaul.pipeline.history;

import java.util.List;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** Runs a single stage as Flink does, with generic types disabled. */
public final class StageHarness<I, O> implements AutoCloseable {
  private final KeyedOneInputStreamOperatorTestHarness<String, I, O> harness;

  /**
   * Opens the stage.
   *
   * @param state state to restore; null to start without
   */
  public StageHarness(
      KeyedProcessFunction<String, I, O> stage,
      KeySelector<I, String> key,
      TypeSerializer<O> out,
      OperatorSubtaskState state)
      throws Exception {
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(stage), key, Types.STRING);
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    harness.getExecutionConfig().configure(configuration, getClass().getClassLoader());
    harness.setup(out);
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
  }

  public void process(I element) throws Exception {
    harness.processElement(element, 0);
  }

  public OperatorSubtaskState snapshot(long checkpoint) throws Exception {
    return harness.snapshot(checkpoint, checkpoint);
  }

  public List<O> output() {
    return harness.extractOutputValues();
  }

  public <T> List<T> side(OutputTag<T> tag) {
    Queue<StreamRecord<T>> records = harness.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }

  public int stateEntries() {
    return harness.numKeyedStateEntries();
  }

  public int timers() {
    return harness.numEventTimeTimers() + harness.numProcessingTimeTimers();
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception e) {
      throw new IllegalStateException("Cannot close stage", e);
    }
  }
}
