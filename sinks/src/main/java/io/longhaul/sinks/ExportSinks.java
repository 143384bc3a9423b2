package io.longhaul.sinks;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import org.apache.flink.api.connector.sink2.Sink;

/** Creates the sinks of the pipeline, one per dataset of the lake. Each call returns a new sink. */
public interface ExportSinks {

  Sink<RequestRow> requests();

  Sink<SliceRow> slices();

  Sink<GpuSampleRow> gpuSamples();

  Sink<ServerSampleRow> serverSamples();

  Sink<HandshakeRow> handshakes();

  Sink<GpuSliceRow> gpuSlices();

  Sink<RunRow> runs();

  Sink<LedgerRow> ledger();

  Sink<LateRow> late();

  Sink<RejectedRow> rejected();
}
