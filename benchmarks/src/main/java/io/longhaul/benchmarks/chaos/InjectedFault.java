package io.longhaul.benchmarks.chaos;

/**
 * A fault after its injection.
 *
 * @param tookEffect whether there is evidence that something failed because of it
 * @param evidence what was observed
 */
public record InjectedFault(PlannedFault fault, boolean tookEffect, String evidence) {}
