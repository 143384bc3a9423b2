package io.longhaul.pipeline;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneStage;
import io.longhaul.pipeline.retention.LogRetention;
import io.longhaul.pipeline.retention.RetentionFunction;
import io.longhaul.pipeline.run.RunStage;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.source.Sources;
import io.longhaul.pipeline.types.AvroRowTypeInfo;
import io.longhaul.pipeline.types.RowTags;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportSinks;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The Flink graph from lanes to the lake.
 *
 * <pre>
 * timing ─┐              ┌─▶ requests, gpu_samples, server_samples, ledger, late, rejected
 *         ├─▶ lane stage ┤
 * gpu ────┘   (by lane)  └─▶ parts, progress ─▶ run stage ─▶ slices, gpu_slices, marks, runs
 *                                                (by run)
 * </pre>
 *
 * One job serves many runs, in sequence and in parallel. Everything that is specific to a run comes
 * from its lanes.
 *
 * @param retention how long records of the log are kept; empty to keep all of them
 * @param parallelism parallelism of every operator, from 1 to {@link #MAX_PARALLELISM}
 */
public record ProfileJob(
    Sources sources,
    ExportSinks lake,
    LiveSinks live,
    Optional<LogRetention> retention,
    int parallelism) {

  /**
   * Flink's number of key groups. It must never change: a job with another number could not restore
   * older checkpoints.
   */
  static final int MAX_PARALLELISM = 128;

  /** Creates a job that keeps all records of the log. */
  public ProfileJob(Sources sources, ExportSinks lake, LiveSinks live, int parallelism) {
    this(sources, lake, live, Optional.empty(), parallelism);
  }

  /**
   * Adds the job to the environment, which must have been created with {@link JobConfiguration}.
   */
  public void build(StreamExecutionEnvironment env) {
    env.setParallelism(parallelism);
    env.setMaxParallelism(MAX_PARALLELISM);

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

    writeSideOutput(lanes, Dataset.REQUESTS);
    writeSideOutput(lanes, Dataset.GPU_SAMPLES);
    writeSideOutput(lanes, Dataset.SERVER_SAMPLES);
    writeSideOutput(lanes, Dataset.HANDSHAKES);
    writeSideOutput(lanes, Dataset.LEDGER);
    writeSideOutput(lanes, Dataset.LATE);
    writeSideOutput(lanes, Dataset.REJECTED);
    writeLake(slices, Dataset.SLICES);
    writeSideOutput(slices, Dataset.GPU_SLICES);
    writeSideOutput(slices, Dataset.MARKS);
    writeSideOutput(slices, Dataset.RUNS);
    live.slices().ifPresent(sink -> write(slices, sink, "live-slices"));
    DataStream<RejectedRow> rejected = lanes.getSideOutput(RowTags.of(Dataset.REJECTED));
    live.rejected().ifPresent(sink -> write(rejected, sink, "live-rejected"));
    DataStream<RunRow> runs = slices.getSideOutput(RowTags.of(Dataset.RUNS));
    retention.ifPresent(kept -> deleteRecords(runs, kept));
  }

  /**
   * Adds the function that deletes records of the log; it needs no rows, but a place in the job.
   */
  private static void deleteRecords(DataStream<RunRow> runs, LogRetention retention) {
    runs.flatMap(new RetentionFunction(retention), new AvroRowTypeInfo<>(RunRow.class))
        .setParallelism(1)
        .name("log retention")
        .uid("longhaul-retention-v1");
  }

  private DataStream<FlatRecord> read(
      StreamExecutionEnvironment env, Source<FlatRecord, ?, ?> source, String lanes) {
    return env.fromSource(source, sources.watermarks(), lanes, FlatRecord.TYPE)
        .uid("longhaul-source-" + lanes + "-v1");
  }

  private <T extends SpecificRecordBase> void writeSideOutput(
      SingleOutputStreamOperator<?> stage, Dataset<T> dataset) {
    writeLake(stage.getSideOutput(RowTags.of(dataset)), dataset);
  }

  /**
   * Writes a dataset with one writer, since each writer leaves a file per checkpoint. Only requests
   * are too many for one.
   */
  private <T extends SpecificRecordBase> void writeLake(DataStream<T> rows, Dataset<T> dataset) {
    write(rows, lake.sink(dataset), dataset.name())
        .setParallelism(dataset.equals(Dataset.REQUESTS) ? parallelism : 1);
  }

  private static <T> DataStreamSink<T> write(DataStream<T> rows, Sink<T> sink, String dataset) {
    return rows.sinkTo(sink).name(dataset).uid("longhaul-sink-" + dataset + "-v1");
  }
}
