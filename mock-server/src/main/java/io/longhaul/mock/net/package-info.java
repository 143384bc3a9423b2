/**
 * Sockets and event loops: the only package that selects Netty's transport for this machine.
 *
 * <p>Allowed imports: Netty.
 */
package io.longhaul.mock.net;
