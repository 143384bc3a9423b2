/**
 * A reverse proxy of HTTP/1.1 that lets somebody listen: requests go on to one server, answers come
 * back, and neither is held up or changed but for what belongs to a single connection.
 *
 * <p>Who lives here: {@link io.longhaul.load.proxy.ReverseProxy} (the port), {@code
 * ClientConnection} and {@code ServerConnection} (one of each make a pair, for as long as the
 * client stays), {@code ProxiedExchange} (one request and its answer), and what a listener
 * implements: {@link io.longhaul.load.proxy.ProxyListener}.
 *
 * <p>May touch Netty, the room {@code time} and the name lookups of room {@code http}.
 *
 * <p>On which thread: everything lives on the proxy's one event loop, listeners too, so nothing
 * here is locked. One side is read only while the other takes what it is given: what waits for a
 * slow side is one read of 64 KiB and as much of unwritten bytes.
 *
 * <pre>
 *   client ▶ HttpServerCodec ▶ ClientConnection ▶ ServerConnection ▶ HttpClientCodec ▶ (TLS) ▶ server
 *   client ◀ HttpServerCodec ◀ ClientConnection ◀ ServerConnection ◀ HttpClientCodec ◀ (TLS) ◀ server
 * </pre>
 */
package io.longhaul.load.proxy;
