package io.longhaul.load.record;

/**
 * What the loop says of itself with a tick.
 *
 * @param atNanos now, read on the loop: nothing that it hears later is older
 * @param lateNanos by how much the tick itself came late
 * @param backlog requests that are due and not yet sent
 * @param backedOffNanos for how long the lane has backed off from servers that refuse connections,
 *     since it began
 */
public record LoopState(
    long atNanos,
    long lateNanos,
    long backlog,
    NotIssuedCounts notIssued,
    int openConnections,
    long backedOffNanos) {}
