package io.longhaul.benchmarks.peers;

/**
 * A request as a tool has measured it.
 *
 * @param startEpochNanos when it was sent
 */
public record TimedRequest(long startEpochNanos, long timeToFirstTokenNanos) {}
