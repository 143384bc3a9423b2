/**
 * The network: sends a request, hands over times and bytes.
 *
 * <p>Who lives here: {@link io.longhaul.load.http.LlmClient} and its implementations {@link
 * io.longhaul.load.http.AhcLlmClient} on Async HTTP Client and Netty, for HTTP/1.1, and {@link
 * io.longhaul.load.http.Http2LlmClient} on Netty's HTTP/2 codec, for HTTP/2 and gRPC. This is the
 * only room of the module that may touch Async HTTP Client, and with {@code proxy} the only one
 * that may touch Netty; nothing of them is visible to others.
 *
 * <p>On which thread: everything runs on the one event loop of its client. The loop does one thing
 * with an answer: it reads the clock, copies the bytes once and hands both to the {@link
 * io.longhaul.load.http.ExchangeListener}. No lock, no second thread, no parsing of what the bytes
 * say.
 *
 * <p>How a request travels: {@link io.longhaul.load.http.AhcLlmClient} → {@code HttpExchange} (one
 * per request, kept in {@code Exchanges}: its time limit, its one retry, its one end) → {@code
 * StreamingResponseHandler} (one per try: what Async HTTP Client says) and {@code Connection} (one
 * per channel: what the {@code StampingHandler} at its head saw; behind that a {@code
 * HoldingHandler} keeps what came before its time). HTTP/2: {@link
 * io.longhaul.load.http.Http2LlmClient} → {@code HttpExchange} → {@code Http2Call} (one per try, on
 * a stream) and {@code Http2Connection} (one per channel, for many calls), with the same stamps;
 * what gRPC has for itself stands in {@code GrpcFraming}.
 */
package io.longhaul.load.http;
