package io.longhaul.pipeline.lane;

/**
 * What a lane's content amounts to.
 *
 * @param latestFactEpochNanos of its requests; {@link LaneEnding#UNKNOWN} without one
 * @param serverPages only to be read
 */
record LaneTotals(
    long latestFactEpochNanos,
    long issued,
    long notIssued,
    long requests,
    long requestsOk,
    long gpuSamples,
    long serverSamples,
    ServerPages serverPages,
    long handshakes,
    long ledgerRows,
    long clockErrorMaxNanos) {

  static final LaneTotals EMPTY =
      new LaneTotals(LaneEnding.UNKNOWN, 0, 0, 0, 0, 0, 0, new ServerPages(), 0, 0, 0);
}
