package io.longhaul.pipeline.lane;

/**
 * What a lane's content amounts to.
 *
 * @param latestFactEpochNanos of its requests; {@link LaneEnding#UNKNOWN} without one
 */
record ContentTotals(
    long latestFactEpochNanos,
    long issued,
    long notIssued,
    long requests,
    long requestsOk,
    long gpuSamples,
    long ledgerRows,
    long clockErrorMaxNanos) {

  static final ContentTotals NOTHING = new ContentTotals(LaneEnding.UNKNOWN, 0, 0, 0, 0, 0, 0, 0);
}
