package io.longhaul.pipeline.lane;

import io.longhaul.sinks.Dataset;
import org.apache.avro.specific.SpecificRecordBase;

/** Output of a lane: rows of the lake, and messages to the run stage. */
interface LaneOutput {

  <T extends SpecificRecordBase> void row(Dataset<T> dataset, T row);

  void toRun(LaneMessage message);
}
