package io.longhaul.load.record;

import io.longhaul.wire.LedgerEntry;

/**
 * A lane's whole life, for its process's report.
 *
 * @param issued requests sent
 * @param totals how they ended
 * @param droppedEvents events that were lost in the process
 */
public record LaneSummary(
    String laneId,
    long issued,
    NotIssuedCounts notIssued,
    LedgerEntry totals,
    long droppedEvents) {}
