package io.longhaul.load.record;

import io.longhaul.wire.LedgerEntry;

/**
 * The totals of a lane, for the report of its process.
 *
 * @param issued requests sent
 * @param totals requests by outcome
 * @param droppedEvents events that the process lost
 */
public record LaneSummary(
    String laneId,
    long issued,
    NotIssuedCounts notIssued,
    LedgerEntry totals,
    long droppedEvents) {}
