/**
 * Records requests and writes the events of lanes.
 *
 * <p>Contents: {@link io.longhaul.load.record.LaneIntake} and {@link
 * io.longhaul.load.record.ExchangeRecorder}, used on the event loop, put timestamps and bytes into
 * a ring buffer and return. {@link io.longhaul.load.record.LaneRecorder} reads the ring and writes
 * events: it decodes streams, counts tokens, cuts fragments, maintains the ledger and writes
 * heartbeats.
 *
 * <p>Allowed imports: the wire types and their codecs, and the packages {@code http} (listener
 * interfaces), {@code sse}, {@code grpc}, {@code endpoint}, {@code tokenizer}, {@code publish} and
 * {@code time}; and SLF4J, for a warning about the tokenizer.
 *
 * <p>Threads: methods for the event loop say so; everything else belongs to the lane's one
 * recording thread, so no locks are needed. Between the two is a ring of fixed size. If the ring is
 * full, the event loop counts what it could not record and continues.
 */
@NullMarked
package io.longhaul.load.record;

import org.jspecify.annotations.NullMarked;
