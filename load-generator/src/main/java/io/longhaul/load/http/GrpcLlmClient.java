package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import java.net.InetAddress;

/**
 * {@link LlmClient} for gRPC, with one event loop: calls to one server share its HTTP/2
 * connections, as gRPC's own clients do.
 *
 * <p>It stands on Netty's HTTP/2 codec itself, and not on gRPC's Java library: so the stamps are
 * those of HTTP/1.1, taken at the head of the same kind of pipeline on the same loop, reads can be
 * told apart, and a message is nobody's business here. What gRPC adds to HTTP/2 is a few headers, a
 * status in the trailers, and five bytes before each message, which whoever makes the body writes.
 */
public final class GrpcLlmClient implements LlmClient {

  private final RunClock clock;
  private final ClientLoop loop;
  private final GrpcConnections connections;
  private final Exchanges exchanges;

  /**
   * Starts the loop.
   *
   * @param name of the loop's thread
   */
  public GrpcLlmClient(String name, RunClock clock, ClientSettings settings) {
    this.clock = clock;
    loop = new ClientLoop(name, clock);
    exchanges = new Exchanges(loop, clock, settings.retryStale());
    connections =
        new GrpcConnections(
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
        (its, hears, fresh) ->
            new GrpcCall(its, hears, request, notBeforeNanos, loop, clock, connections, fresh));
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
