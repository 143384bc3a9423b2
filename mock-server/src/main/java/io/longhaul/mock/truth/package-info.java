/**
 * The truth log: what really happened to each request, as the server saw it.
 *
 * <p>May touch Jackson. {@link io.longhaul.mock.truth.TruthRecord}s are made on the event loop and
 * handed over whole; one thread of this room writes them.
 */
package io.longhaul.mock.truth;
