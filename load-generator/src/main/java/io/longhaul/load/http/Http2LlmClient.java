package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import java.net.InetAddress;

/**
 * {@link LlmClient} for HTTP/2, and so for gRPC, with one event loop: requests to one server share
 * its connections.
 *
 * <p>It stands on Netty's HTTP/2 codec itself, and not on Async HTTP Client's or gRPC's own use of
 * it: so the stamps are those of HTTP/1.1, taken at the head of the same kind of pipeline on the
 * same loop, and reads can be told apart. A server that speaks no HTTP/2 is not asked in another
 * way: each request ends with that.
 *
 * <p>What gRPC adds to HTTP/2 is a few headers, a status in the trailers, and five bytes before
 * each message, which whoever makes the body writes.
 */
public final class Http2LlmClient implements LlmClient {

  private final RunClock clock;
  private final Http2Framing framing;
  private final ClientLoop loop;
  private final Http2Connections connections;
  private final Exchanges exchanges;

  /**
   * Starts the loop of a client for HTTP.
   *
   * @param name of the loop's thread
   */
  public static Http2LlmClient ofHttp(String name, RunClock clock, ClientSettings settings) {
    return new Http2LlmClient(name, clock, settings, new HttpFraming());
  }

  /**
   * Starts the loop of a client for gRPC.
   *
   * @param name of the loop's thread
   */
  public static Http2LlmClient ofGrpc(String name, RunClock clock, ClientSettings settings) {
    return new Http2LlmClient(name, clock, settings, new GrpcFraming());
  }

  private Http2LlmClient(String name, RunClock clock, ClientSettings settings, Http2Framing framing) {
    this.clock = clock;
    this.framing = framing;
    loop = new ClientLoop(name, clock);
    exchanges = new Exchanges(loop, clock, settings.retryStale());
    connections =
        new Http2Connections(
            loop.group(),
            clock,
            settings,
            new OffLoopResolvers(clock, InetAddress::getAllByName, name + "-names"));
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public Timer at(long atNanos, Runnable task) {
    return loop.at(atNanos, task);
  }

  @Override
  public Exchange send(OutgoingRequest request, long notBeforeNanos, ExchangeListener listener) {
    return exchanges.begin(
        request,
        notBeforeNanos,
        listener,
        (its, attemptListener, fresh) ->
            new Http2Call(
                its, attemptListener, request, notBeforeNanos, loop, clock, connections, framing, fresh));
  }

  @Override
  public int openConnections() {
    return connections.openCount();
  }

  @Override
  public void close() {
    loop.close(this::closeOnLoop);
  }

  private void closeOnLoop() {
    exchanges.close();
    connections.close();
  }
}
