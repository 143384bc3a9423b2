package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.resolver.AddressResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.Request;
import org.asynchttpclient.RequestBuilder;
import org.asynchttpclient.proxy.ProxyServer;
import org.asynchttpclient.uri.Uri;
import org.jspecify.annotations.Nullable;

/** {@link LlmClient} on Async HTTP Client, for HTTP/1.1, with one event loop. */
public final class AhcLlmClient extends LlmClient {

  /** Null if there is no proxy. */
  private final @Nullable ForwardProxy proxy;

  final Connections connections;
  final AsyncHttpClient ahc;

  /**
   * Creates the client and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  public AhcLlmClient(String name, RunClock clock, ClientSettings settings) {
    super(name, clock, settings);
    proxy = settings.proxy();
    OffLoopResolvers.Lookup system = InetAddress::getAllByName;
    OffLoopResolvers resolvers =
        new OffLoopResolvers(clock, proxy == null ? system : proxy.lookup(system), name + "-names");
    connections = new Connections(clock, tunnels(settings, resolvers));
    ahc =
        new DefaultAsyncHttpClient(
            settings.toAhc(
                group,
                new ConnectionPool(clock, settings.keepIdleNanos()),
                resolvers,
                connections::add));
  }

  /** Returns a factory for the tunnels of connections; null without a proxy. */
  private @Nullable Function<Connection, TunnelHandler> tunnels(
      ClientSettings settings, OffLoopResolvers resolvers) {
    ForwardProxy tunneled = proxy;
    if (tunneled == null) {
      return null;
    }
    AddressResolver<InetSocketAddress> names = resolvers.getResolver(group.next());
    return connection ->
        new TunnelHandler(tunneled, names, settings.connectTimeoutNanos(), connection::usesTunnel);
  }

  @Override
  Attempt newAttempt(Exchange exchange, boolean fresh) {
    OutgoingRequest request = exchange.request;
    boolean usesTunnel = proxy != null && proxy.tunnelsTo(request.target());
    return new StreamingResponseHandler(
        exchange, fresh ? freshRequest(request) : prepared(request).build(), usesTunnel, this);
  }

  private RequestBuilder prepared(OutgoingRequest request) {
    RequestBuilder builder =
        new RequestBuilder(request.body() == null ? "GET" : "POST", true)
            .setUri(Uri.create(request.target().toString()));
    for (Map.Entry<String, String> header : request.headers()) {
      builder.addHeader(header.getKey(), header.getValue());
    }
    if (request.body() != null) {
      builder.setBody(request.body());
    }
    if (proxy != null && proxy.isUsedFor(request.target())) {
      useProxy(builder, proxy, request.target());
    }
    return builder
        .setHeader("Accept-Encoding", "identity")
        .setChannelPoolPartitioning(ConnectionPool.partitioningOf(request.owner()));
  }

  /** Sends a request through the proxy; a tunneled request does not change. */
  private static void useProxy(RequestBuilder builder, ForwardProxy proxy, URI target) {
    if (!proxy.tunnelsTo(target)) {
      builder.setProxyServer(new ProxyServer.Builder(proxy.host(), proxy.port()).build());
      if (proxy.authorization() != null) {
        builder.setHeader("Proxy-Authorization", proxy.authorization());
      }
    }
  }

  private Request freshRequest(OutgoingRequest request) {
    return prepared(request)
        .setChannelPoolPartitioning(ConnectionPool.freshPartitioningOf(request.owner()))
        .build();
  }

  @Override
  public int openConnections() {
    return connections.openCount();
  }

  @Override
  void closeConnections() {
    connections.closeAll();
    try {
      ahc.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
