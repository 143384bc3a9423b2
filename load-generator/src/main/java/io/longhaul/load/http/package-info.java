/**
 * Sends requests and reports timestamps and bytes.
 *
 * <p>Contents: {@link io.longhaul.load.http.LlmClient} and its subclasses {@link
 * io.longhaul.load.http.AhcLlmClient} (Async HTTP Client and Netty, for HTTP/1.1) and {@link
 * io.longhaul.load.http.Http2LlmClient} (Netty's HTTP/2 codec, for HTTP/2 and gRPC). Only this
 * package of the module may use Async HTTP Client, and only this one and {@code proxy} may use
 * Netty. Their types do not appear in its API.
 *
 * <p>Threads: everything runs on the one event loop of its client. For a response, the loop reads
 * the clock, copies the bytes once, and passes both to the {@link
 * io.longhaul.load.http.ExchangeListener}. It takes no lock, uses no second thread, and does not
 * parse the body.
 *
 * <p>Path of a request over HTTP/1.1: {@link io.longhaul.load.http.AhcLlmClient} → {@code
 * LlmClient.Exchange} (one per request, registered in its client: its timeout, its one retry, its
 * one end) → {@code StreamingResponseHandler} (one per attempt: the callbacks of Async HTTP Client)
 * and {@code Connection} (one per channel: the timestamps of the {@code StampingHandler} at its
 * head; next to it a {@code HoldingHandler} delays what is early). Over HTTP/2: {@link
 * io.longhaul.load.http.Http2LlmClient} → {@code LlmClient.Exchange} → {@code Http2Call} (one per
 * attempt, on a stream) and {@code Http2Connection} (one per channel, for many calls), with the
 * same timestamps. {@code GrpcFraming} contains what is specific to gRPC.
 */
@NullMarked
package io.longhaul.load.http;

import org.jspecify.annotations.NullMarked;
