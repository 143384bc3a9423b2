/**
 * Records requests that pass through a proxy as a replayable trace.
 *
 * <p>Contents: {@link io.longhaul.load.traffic.TrafficRecorder} (receives exchanges and writes the
 * trace), {@code RecordedExchange} (bytes of one request and its response), {@code SessionIds}
 * (assigns requests to sessions).
 *
 * <p>Allowed imports: the packages {@code proxy}, {@code endpoint} and {@code record} (parsing of
 * responses), {@code tokenizer} and {@code dataset} (the trace); no library.
 *
 * <p>Threads: the proxy's event loop only copies bytes. The recorder's own thread parses them and
 * writes the trace. The queue between them is bounded by bytes; requests that exceed it are
 * forwarded but not recorded.
 */
@NullMarked
package io.longhaul.load.traffic;

import org.jspecify.annotations.NullMarked;
