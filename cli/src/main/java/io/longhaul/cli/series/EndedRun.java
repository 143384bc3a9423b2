package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;

/** A run of a series that is over, and what its process said about it. */
public record EndedRun(PlannedRun run, ExitCode exitCode) {}
