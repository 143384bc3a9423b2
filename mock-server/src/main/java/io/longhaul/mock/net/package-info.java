/**
 * Sockets and event loops: the one place that knows which of Netty's transports this machine has.
 *
 * <p>May touch Netty.
 */
package io.longhaul.mock.net;
