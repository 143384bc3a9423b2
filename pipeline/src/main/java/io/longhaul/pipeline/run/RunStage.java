package io.longhaul.pipeline.run;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.types.RowTags;
import io.longhaul.schema.EventCodecs;
import io.longhaul.sinks.Dataset;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Flink function of the run stage, keyed by run. It loads the {@link Run}, lets it process the
 * message and stores it. It emits slices to the main output, and GPU slices, marks and summaries to
 * side outputs.
 */
public final class RunStage extends KeyedProcessFunction<String, LaneMessage, SliceRow> {
  private static final long serialVersionUID = 1;

  private transient ValueState<Run> runs;
  private transient EventCodecs codecs;

  @Override
  public void open(OpenContext openContext) {
    runs = getRuntimeContext().getState(new ValueStateDescriptor<>("run", RunSerializer.TYPE));
    codecs = new EventCodecs();
  }

  @Override
  public void processElement(LaneMessage message, Context context, Collector<SliceRow> slices)
      throws Exception {
    Run run = runs.value();
    if (run == null) {
      run = new Run(message.runId());
    }
    if (run.process(message, codecs, new FlinkOutput(context, slices))) {
      runs.update(run);
    } else {
      runs.clear();
    }
  }

  /** Writes a run's output to Flink. */
  private record FlinkOutput(
      KeyedProcessFunction<String, LaneMessage, SliceRow>.Context context,
      Collector<SliceRow> slices)
      implements RunOutput {

    @Override
    public void slice(SliceRow row) {
      slices.collect(row);
    }

    @Override
    public void gpuSlice(GpuSliceRow row) {
      context.output(RowTags.of(Dataset.GPU_SLICES), row);
    }

    @Override
    public void mark(MarkRow row) {
      context.output(RowTags.of(Dataset.MARKS), row);
    }

    @Override
    public void run(RunRow row) {
      context.output(RowTags.of(Dataset.RUNS), row);
    }
  }
}
