/**
 * The format {@code text/event-stream}, read from bytes as they come.
 *
 * <p>Lives here: {@link io.longhaul.load.sse.SseDecoder}, which is fed with bytes and yields {@link
 * io.longhaul.load.sse.SseEvent}s. It knows nothing of HTTP, JSON or tokens.
 *
 * <p>May touch: {@code java.*} only.
 *
 * <p>Thread: one decoder belongs to one response and is fed by one thread (the recording thread of
 * its lane), so nothing here is synchronized.
 */
package io.longhaul.load.sse;
