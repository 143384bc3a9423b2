/**
 * The LLM server: speaks HTTP/1.1 as real servers do, good or bad, as the script has it, and HTTP/2
 * to whoever begins with that, both in the clear or over TLS. What its endpoints look like, {@link
 * io.longhaul.mock.endpoint.MockEndpoints} know.
 *
 * <p>May touch Netty and Jackson. Everything lives on the listener's one event loop, so nothing
 * here is locked; answers are timers of that loop. Bytes are made by hand, since what is scripted
 * is the bytes.
 *
 * <pre>
 *   socket ▶ SocketStamps ▶ HttpRequestDecoder ▶ LlmConnection ▶ Page, Asked ─┐
 *                           (HTTP/2's codec    ▶ Http2ServerConnection) ▶  ─  ┤
 *   socket ◀ SocketStamps ◀──────────── Exchange ◀── StreamedAnswer or WholeAnswer ◀┘
 * </pre>
 */
package io.longhaul.mock.llm;
