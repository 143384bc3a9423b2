/**
 * Real requests that pass through a proxy, as lines of a trace that replays.
 *
 * <p>Who lives here: {@link io.longhaul.load.traffic.TrafficRecorder} (hears what passes, and has
 * it written down), {@code RecordedExchange} (what one request and its answer said), {@code
 * SessionIds} (which requests are turns of one session).
 *
 * <p>May touch the rooms {@code proxy}, {@code endpoint} and {@code record} (what an answer says),
 * {@code tokenizer} and {@code dataset} (the trace), and no library.
 *
 * <p>On which thread: the proxy's loop only copies bytes. What they say is understood and written
 * by a thread of the recorder's own; what waits for it is bounded, and what finds no room passes
 * without being recorded.
 */
package io.longhaul.load.traffic;
