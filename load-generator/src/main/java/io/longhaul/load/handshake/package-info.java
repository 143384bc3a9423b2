/**
 * How long the network's round trip to the targets takes, measured beside the load by TCP
 * handshakes of our own: connections that are made and closed, and carry nothing.
 *
 * <p>Lives here: {@link io.longhaul.load.handshake.HandshakePlan} (with whom and how often), {@link
 * io.longhaul.load.handshake.HandshakeProbe} (makes them) and what it says of each to a {@link
 * io.longhaul.load.handshake.HandshakeListener}. What failed is told, too.
 *
 * <p>May touch: {@code java.*} and the clock of {@code io.longhaul.load.time}.
 *
 * <p>Threads: one for each target, so that one that hangs holds up no other. They have nothing to
 * do with the threads that send the load.
 */
package io.longhaul.load.handshake;
