package io.longhaul.pipeline;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneStage;
import io.longhaul.pipeline.run.RunStage;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.source.Sources;
import io.longhaul.pipeline.types.AvroRowTypeInfo;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportSinks;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The Flink graph from lanes to the lake.
 *
 * <pre>
 * timing ─┐              ┌─▶ requests, gpu_samples, server_samples, ledger, late, rejected
 *         ├─▶ lane stage ┤
 * gpu ────┘   (by lane)  └─▶ parts, progress ─▶ run stage ─▶ slices, gpu_slices, runs
 *                                                (by run)
 * </pre>
 *
 * One job serves many runs, in sequence and in parallel. Everything that is specific to a run comes
 * from its lanes.
 */
public final class ProfileJob {
  private final Sources sources;
  private final ExportSinks lake;
  private final LiveSinks live;
  private final ProfileJobOptions options;

  public ProfileJob(Sources sources, ExportSinks lake, LiveSinks live, ProfileJobOptions options) {
    this.sources = sources;
    this.lake = lake;
    this.live = live;
    this.options = options;
  }

  /**
   * Adds the job to the environment, which must have been created with {@link JobConfiguration}.
   */
  public void build(StreamExecutionEnvironment env) {
    env.setParallelism(options.parallelism());
    env.setMaxParallelism(ProfileJobOptions.MAX_PARALLELISM);

    DataStream<FlatRecord> records =
        read(env, sources.timing(), "timing").union(read(env, sources.gpu(), "gpu"));

    SingleOutputStreamOperator<LaneMessage> lanes =
        records
            .keyBy(FlatRecord::laneKey, Types.STRING)
            .process(new LaneStage(), LaneMessage.TYPE)
            .name("one lane in order")
            .uid("longhaul-lane-v1");

    SingleOutputStreamOperator<SliceRow> slices =
        lanes
            .keyBy(LaneMessage::runId, Types.STRING)
            .process(new RunStage(), new AvroRowTypeInfo<>(SliceRow.class))
            .name("the whole run")
            .uid("longhaul-run-v1");

    DataStream<RejectedRow> rejected = lanes.getSideOutput(LaneStage.REJECTED);
    write(lanes.getSideOutput(LaneStage.REQUESTS), Dataset.REQUESTS);
    write(lanes.getSideOutput(LaneStage.GPU_SAMPLES), Dataset.GPU_SAMPLES);
    write(lanes.getSideOutput(LaneStage.SERVER_SAMPLES), Dataset.SERVER_SAMPLES);
    write(lanes.getSideOutput(LaneStage.HANDSHAKES), Dataset.HANDSHAKES);
    write(lanes.getSideOutput(LaneStage.LEDGER), Dataset.LEDGER);
    write(lanes.getSideOutput(LaneStage.LATE), Dataset.LATE);
    write(rejected, Dataset.REJECTED);
    write(slices, Dataset.SLICES);
    write(slices.getSideOutput(RunStage.GPU_SLICES), Dataset.GPU_SLICES);
    write(slices.getSideOutput(RunStage.RUNS), Dataset.RUNS);

    live.slices().ifPresent(sink -> write(slices, sink, "live-slices"));
    live.rejected().ifPresent(sink -> write(rejected, sink, "live-rejected"));
  }

  private DataStream<FlatRecord> read(
      StreamExecutionEnvironment env, Source<FlatRecord, ?, ?> source, String lanes) {
    return env.fromSource(source, sources.watermarks(), lanes, FlatRecord.TYPE)
        .uid("longhaul-source-" + lanes + "-v1");
  }

  private <T extends SpecificRecordBase> void write(DataStream<T> rows, Dataset<T> dataset) {
    write(rows, lake.of(dataset), dataset.name());
  }

  private static <T> void write(DataStream<T> rows, Sink<T> sink, String name) {
    rows.sinkTo(sink).name(name).uid("longhaul-sink-" + name + "-v1");
  }
}
