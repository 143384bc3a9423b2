/**
 * Measures the network round trip to the targets during the load, by TCP handshakes: connections
 * that are opened and closed, and carry no data.
 *
 * <p>Contents: {@link io.longhaul.load.handshake.HandshakePlan} (targets and interval), {@link
 * io.longhaul.load.handshake.HandshakeProbe}, which makes the handshakes, and {@link
 * io.longhaul.load.handshake.TimedHandshake}, the result of each, including failures.
 *
 * <p>Allowed imports: {@code java.*}, the clock of {@code io.longhaul.load.time}, and {@link
 * io.longhaul.load.http.HttpPort}.
 *
 * <p>Threads: one per target, so that a hanging target does not delay the others. They are separate
 * from the threads that send the load.
 */
@NullMarked
package io.longhaul.load.handshake;

import org.jspecify.annotations.NullMarked;
