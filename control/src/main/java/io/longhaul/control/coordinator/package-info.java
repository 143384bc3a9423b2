/**
 * The coordinator of a run: its own lane, the registry of generators and lanes, verdicts, and the
 * wait for committed rows.
 *
 * <p>Uses Kafka's clients and the package {@code control}. One thread calls {@link
 * io.longhaul.control.coordinator.RunCoordinator}. {@link
 * io.longhaul.control.coordinator.LaneMonitor} reads the lanes and {@link
 * io.longhaul.control.coordinator.LaneLogWriter} sends the coordinator's records, each on its own
 * thread.
 */
@NullMarked
package io.longhaul.control.coordinator;

import org.jspecify.annotations.NullMarked;
