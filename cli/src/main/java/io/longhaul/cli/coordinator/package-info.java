/**
 * Coordination of a run: topics, the control topic through which processes find each other, the
 * coordinator's lane, verdicts, the wait for committed rows, and exit codes.
 *
 * <p>The only package of this module that uses Kafka clients. One thread calls {@link
 * io.longhaul.cli.coordinator.RunCoordinator}. {@link io.longhaul.cli.coordinator.LaneMonitor}
 * reads the lanes and {@link io.longhaul.cli.coordinator.LaneLogWriter} sends the coordinator's
 * records, each on its own thread. {@link io.longhaul.cli.coordinator.GeneratorAgent} is the
 * generator's side, on the generator's main thread.
 */
@NullMarked
package io.longhaul.cli.coordinator;

import org.jspecify.annotations.NullMarked;
