/**
 * The story of a request, and the lane that tells it.
 *
 * <p>Lives here: {@link io.longhaul.load.record.LaneIntake} and {@link
 * io.longhaul.load.record.ExchangeRecorder}, the loop's side, which put times and bytes into a ring
 * and return; {@link io.longhaul.load.record.LaneRecorder}, the other side, which makes events of
 * them: streams are decoded, tokens counted, fragments cut, the ledger kept, heartbeats written.
 *
 * <p>May touch: the wire's types and their grammar, and the rooms {@code http} (the listener's
 * contract), {@code sse}, {@code grpc}, {@code endpoint}, {@code tokenizer}, {@code publish} and
 * {@code time}.
 *
 * <p>Threads: what the loop calls says so; everything else belongs to the lane's one recording
 * thread, so nothing here needs a lock. Between the two stands a ring of fixed size. A loop that
 * finds it full counts what it could not tell and goes on.
 */
package io.longhaul.load.record;
