package io.longhaul.cli.console;

import io.longhaul.control.coordinator.LiveLoad;
import java.util.OptionalDouble;

/**
 * The progress of a run at one time.
 *
 * @param stage what the run does, such as {@code Running}
 * @param detail progress within the stage; empty if unknown
 * @param elapsedNanos time since the start of the command
 * @param share completed fraction of the load, 0 to 1; empty if unknown or if the load is not under
 *     way
 * @param shareInWords the share and the remaining time, such as {@code 47 %, 53 s left}; empty
 *     without a share
 * @param load latest load of all generators
 */
public record ProgressSnapshot(
    String stage,
    String detail,
    long elapsedNanos,
    OptionalDouble share,
    String shareInWords,
    LiveLoad load) {}
