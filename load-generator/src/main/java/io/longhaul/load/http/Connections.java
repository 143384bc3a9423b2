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

/** All connections of one loop, from the moment they are being made until they are closed. */
final class Connections {

  private final RunClock clock;
  private final Function<Connection, TunnelHandler> tunnels;
  private final Set<Connection> all = new HashSet<>();

  /**
   * Who waits for a connection, by the very address object it is made to: Async HTTP Client passes
   * that object down to the channel, which is the only thing both ends know before there is a
   * connection.
   */
  private final IdentityHashMap<SocketAddress, StreamingResponseHandler> waiting =
      new IdentityHashMap<>();

  private int openCount;

  /**
   * @param tunnels null where no connection may go through one
   */
  Connections(RunClock clock, Function<Connection, TunnelHandler> tunnels) {
    this.clock = clock;
    this.tunnels = tunnels;
  }

  /** Every channel of Async HTTP Client comes by here before it connects. */
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

  /** When who waits for a connection may have it made. */
  long notBeforeNanos(SocketAddress remote) {
    StreamingResponseHandler handler = waiting.get(remote);
    return handler == null ? HoldingHandler.IMMEDIATELY : handler.notBeforeNanos();
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

  /** How many are open, those being made left out. */
  int openCount() {
    return openCount;
  }

  void closeAll() {
    new ArrayList<>(all).forEach(Connection::close);
  }
}
