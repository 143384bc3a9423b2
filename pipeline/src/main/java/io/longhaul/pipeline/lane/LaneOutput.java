package io.longhaul.pipeline.lane;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.ServerSampleRow;

/** Output of a lane: rows of the lake, and messages to the run stage. */
interface LaneOutput {
  void request(RequestRow row);

  void gpuSample(GpuSampleRow row);

  void serverSample(ServerSampleRow row);

  void handshake(HandshakeRow row);

  void ledger(LedgerRow row);

  void late(LateRow row);

  void rejected(RejectedRow row);

  void toRun(LaneMessage message);
}
