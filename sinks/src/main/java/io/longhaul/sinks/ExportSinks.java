package io.longhaul.sinks;

import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.connector.sink2.Sink;

/** Creates the sinks of the pipeline, one per dataset of the lake. */
public interface ExportSinks {

  /** Returns a new sink for the rows of a dataset. */
  <T extends SpecificRecordBase> Sink<T> sink(Dataset<T> dataset);
}
