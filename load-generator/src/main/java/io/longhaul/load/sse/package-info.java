/**
 * Decodes the format {@code text/event-stream} from bytes as they arrive.
 *
 * <p>Contents: {@link io.longhaul.load.sse.SseDecoder}, which receives bytes and yields {@link
 * io.longhaul.load.sse.SseEvent}s. It knows nothing of HTTP, JSON or tokens.
 *
 * <p>Allowed imports: only {@code java.*}.
 *
 * <p>Threads: each decoder belongs to one response and to one thread (the recording thread of its
 * lane), so nothing is synchronized.
 */
@NullMarked
package io.longhaul.load.sse;

import org.jspecify.annotations.NullMarked;
