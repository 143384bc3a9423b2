/**
 * An HTTP/1.1 reverse proxy with a listener: it forwards requests to one server and responses back
 * to the client. It delays neither and changes only hop-by-hop headers.
 *
 * <p>Contents: {@link io.longhaul.load.proxy.ReverseProxy} (the port), {@code ClientConnection} and
 * {@code ServerConnection} (paired one to one for as long as the client stays connected), {@code
 * ProxiedExchange} (one request and its response), and the interface that a listener implements:
 * {@link io.longhaul.load.proxy.ProxyListener}.
 *
 * <p>Allowed imports: Netty, the package {@code time}, and the name lookups of the package {@code
 * http}.
 *
 * <p>Threads: all code, including listeners, runs on the proxy's single event loop, so nothing here
 * is locked. Each side is read only while the other side accepts data: a slow side causes at most
 * one read of 64 KiB, and as many unwritten bytes, to be buffered.
 *
 * <pre>
 *   client ▶ HttpServerCodec ▶ ClientConnection ▶ ServerConnection ▶ HttpClientCodec ▶ (TLS) ▶ server
 *   client ◀ HttpServerCodec ◀ ClientConnection ◀ ServerConnection ◀ HttpClientCodec ◀ (TLS) ◀ server
 * </pre>
 */
@NullMarked
package io.longhaul.load.proxy;

import org.jspecify.annotations.NullMarked;
