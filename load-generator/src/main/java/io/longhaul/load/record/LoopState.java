package io.longhaul.load.record;

/**
 * The state of the event loop at a tick.
 *
 * @param atNanos current time, read on the event loop: no later fact is older
 * @param lateNanos by how much the tick was late
 * @param backlog requests that are due and not yet sent
 * @param backedOffNanos total time for which the lane has backed off from servers that refuse
 *     connections
 * @param recorderWaitNanos total time for which due requests have waited for space in the ring
 */
public record LoopState(
    long atNanos,
    long lateNanos,
    long backlog,
    NotIssuedCounts notIssued,
    int openConnections,
    long backedOffNanos,
    long recorderWaitNanos) {}
