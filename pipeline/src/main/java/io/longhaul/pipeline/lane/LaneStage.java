package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.row.RejectedAndLateRows;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.types.RowTags;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.sinks.Dataset;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Flink function of the lane stage, keyed by run and lane. It loads the {@link Lane}, lets it
 * process the record and stores it. It sends the lane's messages to the run stage and its rows to
 * side outputs.
 */
public final class LaneStage extends KeyedProcessFunction<String, FlatRecord, LaneMessage> {
  private static final long serialVersionUID = 1;

  private transient ValueState<Lane> lanes;
  private transient EventCodecs codecs;

  @Override
  public void open(OpenContext openContext) {
    lanes = getRuntimeContext().getState(new ValueStateDescriptor<>("lane", LaneSerializer.TYPE));
    codecs = new EventCodecs();
  }

  @Override
  public void processElement(FlatRecord record, Context context, Collector<LaneMessage> run)
      throws Exception {
    LaneOutput out = new FlinkOutput(context, run);
    Optional<EventKind> kind = EventKind.ofWord(record.kind());
    if (!record.hasKey() || kind.isEmpty()) {
      out.row(
          Dataset.REJECTED,
          RejectedAndLateRows.rejected(record, "Cannot read key (run/lane/kind/seq)"));
      return;
    }
    Lane lane = lanes.value();
    if (lane == null) {
      Optional<Lane> opened = Lane.begin(record, kind.get(), codecs, out);
      if (opened.isPresent()) {
        lanes.update(opened.get());
      }
    } else if (lane.process(record, kind.get(), codecs, out)) {
      lanes.update(lane);
    } else {
      lanes.clear();
    }
  }

  /** Writes a lane's output to Flink. */
  private record FlinkOutput(
      KeyedProcessFunction<String, FlatRecord, LaneMessage>.Context context,
      Collector<LaneMessage> run)
      implements LaneOutput {

    @Override
    public <T extends SpecificRecordBase> void row(Dataset<T> dataset, T row) {
      context.output(RowTags.of(dataset), row);
    }

    @Override
    public void toRun(LaneMessage message) {
      run.collect(message);
    }
  }
}
