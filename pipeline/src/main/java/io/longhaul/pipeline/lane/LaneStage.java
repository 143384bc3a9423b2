package io.longhaul.pipeline.lane;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.pipeline.row.RejectedAndLateRows;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.types.AvroRowTypeInfo;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Flink function of the lane stage, keyed by run and lane. It loads the {@link Lane}, lets it
 * process the record and stores it. It sends the lane's messages to the run stage and its rows to
 * side outputs.
 */
public final class LaneStage extends KeyedProcessFunction<String, FlatRecord, LaneMessage> {
  private static final long serialVersionUID = 1;

  public static final OutputTag<RequestRow> REQUESTS = tag("requests", RequestRow.class);
  public static final OutputTag<GpuSampleRow> GPU_SAMPLES = tag("gpu-samples", GpuSampleRow.class);
  public static final OutputTag<ServerSampleRow> SERVER_SAMPLES =
      tag("server-samples", ServerSampleRow.class);
  public static final OutputTag<HandshakeRow> HANDSHAKES = tag("handshakes", HandshakeRow.class);
  public static final OutputTag<LedgerRow> LEDGER = tag("ledger", LedgerRow.class);
  public static final OutputTag<LateRow> LATE = tag("late", LateRow.class);
  public static final OutputTag<RejectedRow> REJECTED = tag("rejected", RejectedRow.class);

  private transient ValueState<Lane> lanes;
  private transient EventCodecs codecs;

  private static <T extends SpecificRecordBase> OutputTag<T> tag(String name, Class<T> rows) {
    return new OutputTag<>(name, new AvroRowTypeInfo<>(rows));
  }

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
      out.rejected(RejectedAndLateRows.rejected(record, "Cannot read key (run/lane/kind/seq)"));
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
    public void request(RequestRow row) {
      context.output(REQUESTS, row);
    }

    @Override
    public void gpuSample(GpuSampleRow row) {
      context.output(GPU_SAMPLES, row);
    }

    @Override
    public void serverSample(ServerSampleRow row) {
      context.output(SERVER_SAMPLES, row);
    }

    @Override
    public void handshake(HandshakeRow row) {
      context.output(HANDSHAKES, row);
    }

    @Override
    public void ledger(LedgerRow row) {
      context.output(LEDGER, row);
    }

    @Override
    public void late(LateRow row) {
      context.output(LATE, row);
    }

    @Override
    public void rejected(RejectedRow row) {
      context.output(REJECTED, row);
    }

    @Override
    public void toRun(LaneMessage message) {
      run.collect(message);
    }
  }
}
