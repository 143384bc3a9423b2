package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import org.asynchttpclient.netty.channel.ChannelManager;
import org.jspecify.annotations.Nullable;

/** All connections of one event loop, from the start of connecting until they are closed. */
final class Connections {

  private final RunClock clock;
  private final @Nullable Function<Connection, TunnelHandler> tunnels;
  private final Set<Connection> all = new HashSet<>();

  /**
   * Attempts that wait for a connection, by the identity of the address object. Async HTTP Client
   * passes this object to the channel; nothing else is known to both sides before the connection
   * exists.
   */
  private final IdentityHashMap<SocketAddress, StreamingResponseHandler> waiting =
      new IdentityHashMap<>();

  private int openCount;

  /**
   * Creates the registry.
   *
   * @param tunnels null if no connection uses a tunnel
   */
  Connections(RunClock clock, @Nullable Function<Connection, TunnelHandler> tunnels) {
    this.clock = clock;
    this.tunnels = tunnels;
  }

  /** Adds a channel of Async HTTP Client, before it connects. */
  void add(Channel channel) {
    Connection connection = new Connection(this, channel);
    all.add(connection);
    addStamps(connection);
    if (tunnels != null) {
      channel.pipeline().addFirst(tunnels.apply(connection));
    }
    channel
        .pipeline()
        .addBefore(
            ChannelManager.AHC_HTTP_HANDLER, ResponseFilter.NAME, new ResponseFilter(connection));
    channel.closeFuture().addListener(unused -> all.remove(connection));
  }

  void addStamps(Connection connection) {
    connection
        .channel()
        .pipeline()
        .addFirst(HoldingHandler.NAME, new HoldingHandler(clock, connection))
        .addFirst(StampingHandler.NAME, new StampingHandler(clock, connection));
  }

  void await(SocketAddress remote, StreamingResponseHandler handler) {
    waiting.put(remote, handler);
  }

  void failed(SocketAddress remote) {
    waiting.remove(remote);
  }

  /** Returns when the connection to this address may be opened. */
  long notBeforeNanos(SocketAddress remote) {
    StreamingResponseHandler handler = waiting.get(remote);
    return handler == null ? LlmClient.IMMEDIATELY : handler.notBeforeNanos();
  }

  void connecting(SocketAddress remote, Connection connection, long atNanos) {
    StreamingResponseHandler handler = waiting.remove(remote);
    if (handler != null) {
      handler.connecting(connection, atNanos);
    }
  }

  void opened() {
    openCount++;
  }

  void closed() {
    openCount--;
  }

  /** Returns the number of open connections, without those being opened. */
  int openCount() {
    return openCount;
  }

  void closeAll() {
    new ArrayList<>(all).forEach(Connection::close);
  }
}
