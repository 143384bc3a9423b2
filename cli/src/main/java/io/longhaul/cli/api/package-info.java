/**
 * The HTTP and WebSocket API of a run in progress, with AIPerf's paths and formats, and a client
 * for it. The API is a view like the terminal: no other thread waits for it during the run, and it
 * produces no results, but passes marks and stop requests to the run. After the run it reads the
 * final figures from the documents.
 *
 * <p>{@link io.longhaul.cli.api.WebServer} serves pages about many runs, and the same view of each
 * run in progress, through the same port.
 *
 * <p>Everything runs on one thread, the event loop of {@link io.longhaul.cli.api.ApiPort}, which
 * executes the updates from other threads. A slow client or many requests therefore delay only this
 * thread. The only package of this module that uses Netty and Prometheus' library; it also uses
 * Jackson and the coordinator's live data.
 */
@NullMarked
package io.longhaul.cli.api;

import org.jspecify.annotations.NullMarked;
