/**
 * Sockets and event loops: the only package that selects Netty's transport for this machine.
 *
 * <p>Allowed imports: Netty.
 */
@NullMarked
package io.longhaul.mock.net;

import org.jspecify.annotations.NullMarked;
