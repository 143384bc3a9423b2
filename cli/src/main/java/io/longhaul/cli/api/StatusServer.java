package io.longhaul.cli.api;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the metrics of a process to Prometheus ({@code /metrics}), and its health to a supervisor
 * such as Kubernetes ({@code /healthz} and {@code /readyz}). It only reads, and needs no token.
 */
public final class StatusServer implements AutoCloseable {
  private final ApiPort port = new ApiPort(Optional.empty());

  private StatusServer() {}

  /**
   * Opens the port.
   *
   * @param address address to bind; port 0 for any free port
   * @param ownName host name by which clients reach the server
   * @throws IOException if the port cannot be bound
   */
  public static StatusServer open(
      InetSocketAddress address, ServerName ownName, ProcessStatus status) throws IOException {
    StatusServer server = new StatusServer();
    server.port.open(address, false, ownName, new Site(new StatusPages(status)));
    return server;
  }

  /** Returns the URL of the metrics. */
  public String url() {
    return port.url(StatusPages.METRICS);
  }

  /** Closes the port and all connections, and stops the thread. */
  @Override
  public void close() {
    port.close();
  }

  /** Has no other pages. */
  private record Site(StatusPages pages) implements ApiSite {
    @Override
    public CompletionStage<ApiResponse> respond(ApiRequest request) {
      boolean isRead =
          request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
      return CompletableFuture.completedFuture(
          isRead
              ? pages
                  .respond(request.path(), request.accept())
                  .orElseGet(() -> ApiResponse.error(HttpResponseStatus.NOT_FOUND, "Not Found"))
              : ApiResponse.READ_ONLY);
    }

    @Override
    public Optional<Subscribers> subscribers(String path) {
      return Optional.empty();
    }
  }
}
