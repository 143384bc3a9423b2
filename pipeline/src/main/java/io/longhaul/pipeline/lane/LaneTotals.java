package io.longhaul.pipeline.lane;

/**
 * Totals of a lane.
 *
 * @param latestFactEpochNanos time of the latest fact of its requests; {@link LaneEnding#UNKNOWN}
 *     without one
 * @param serverPages scrapes by page; must not be modified
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
