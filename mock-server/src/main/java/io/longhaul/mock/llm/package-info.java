/**
 * The LLM server: HTTP/1.1, HTTP/2 and gRPC, in plain text or over TLS, with the scripted timings
 * and faults. {@link io.longhaul.mock.endpoint.MockEndpoints} define its endpoints.
 *
 * <p>Allowed imports: Netty and Jackson. Everything runs on the listener's event loop, so there are
 * no locks, and responses are timers of that loop. Responses are encoded manually, because the
 * script controls single bytes.
 *
 * <pre>
 *   socket ▶ SocketTimestamps ▶ HttpRequestDecoder ▶ Http1ServerConnection ▶ MockEndpoint, ParsedRequest ─┐
 *                               (HTTP/2 codec      ▶ Http2ServerConnection) ▶ ─────────────────────────── ┤
 *   socket ◀ SocketTimestamps ◀ ResponseWriter ◀ Exchange ◀ StreamedResponse or WholeResponse ◀───────────┘
 * </pre>
 */
@NullMarked
package io.longhaul.mock.llm;

import org.jspecify.annotations.NullMarked;
