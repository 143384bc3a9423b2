/**
 * Who leads a run: topics, the control topic on which processes find each other, the coordinator's
 * own lane, verdicts, the wait until everything is committed, and the exit code.
 *
 * <p>The only room of this module with Kafka clients. A run is led by one thread that calls {@link
 * io.longhaul.cli.coordinator.RunCoordinator}; {@link io.longhaul.cli.coordinator.LaneMonitor}
 * reads the lanes on a thread of its own; what the coordinator writes is sent by another one
 * ({@link io.longhaul.cli.coordinator.LaneLogWriter}); a generator's side is {@link
 * io.longhaul.cli.coordinator.GeneratorAgent}, on the generator's main thread.
 */
package io.longhaul.cli.coordinator;
