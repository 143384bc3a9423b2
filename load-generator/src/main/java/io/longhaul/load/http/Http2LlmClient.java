package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import java.net.InetAddress;

/**
 * {@link LlmClient} for HTTP/2 and gRPC, with one event loop. Requests to one server share its
 * connections.
 *
 * <p>It uses Netty's HTTP/2 codec directly, rather than through Async HTTP Client or gRPC. The
 * timestamps are therefore the same as those of HTTP/1.1, taken at the head of the same kind of
 * pipeline on the same kind of loop, and network reads can be distinguished. There is no fallback:
 * each request to a server without HTTP/2 fails.
 *
 * <p>gRPC adds to HTTP/2 only a few headers, a status in the trailers, and a prefix of five bytes
 * before each message, which the creator of the body writes.
 */
public final class Http2LlmClient extends LlmClient {

  final Http2Framing framing;
  final Http2Connections connections;

  /**
   * Creates a client for HTTP/2 and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  public static Http2LlmClient ofHttp(String name, RunClock clock, ClientSettings settings) {
    return new Http2LlmClient(name, clock, settings, new HttpFraming());
  }

  /**
   * Creates a client for gRPC and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  public static Http2LlmClient ofGrpc(String name, RunClock clock, ClientSettings settings) {
    return new Http2LlmClient(name, clock, settings, new GrpcFraming());
  }

  private Http2LlmClient(
      String name, RunClock clock, ClientSettings settings, Http2Framing framing) {
    super(name, clock, settings);
    this.framing = framing;
    connections =
        new Http2Connections(
            group,
            clock,
            settings,
            new OffLoopResolvers(clock, InetAddress::getAllByName, name + "-names"));
  }

  @Override
  Attempt newAttempt(Exchange exchange, boolean fresh) {
    return new Http2Call(exchange, this, fresh);
  }

  @Override
  public int openConnections() {
    return connections.openCount();
  }

  @Override
  void closeConnections() {
    connections.close();
  }
}
