package io.longhaul.cli.api;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of connections, in total and per address, so that no client can block others by
 * open connections. A connection must send a complete request in time. At the limit, a new
 * connection replaces the one that has been idle for the longest time. For the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the connection is closed
final class ConnectionLimiter {
  /** The WebSocket connections and as many others. */
  static final int MAX_CONNECTIONS = 2 * Subscribers.MAX_CONNECTIONS;

  static final int MAX_PER_ADDRESS = MAX_CONNECTIONS / 2;

  /** Maximum time from the connection to the end of its first request. */
  private static final int FIRST_REQUEST_TIMEOUT_SECONDS = 5;

  /** Maximum time from the end of a response to the end of the next request. */
  private static final int NEXT_REQUEST_TIMEOUT_SECONDS = 30;

  private final EventLoop loop;
  private final Map<Channel, InetAddress> open = new HashMap<>();

  /** Idle connections with their timeouts, the longest idle first. */
  private final Map<Channel, Future<?>> waiting = new LinkedHashMap<>();

  ConnectionLimiter(EventLoop loop) {
    this.loop = loop;
  }

  /** Accepts a connection; returns false if the limit is reached and no connection is idle. */
  boolean accept(Channel connection) {
    InetAddress address = addressOf(connection);
    long ofAddress = open.values().stream().filter(address::equals).count();
    if (ofAddress >= MAX_PER_ADDRESS && !closeLongestIdle(Optional.of(address))) {
      return false;
    }
    if (open.size() >= MAX_CONNECTIONS && !closeLongestIdle(Optional.empty())) {
      return false;
    }
    open.put(connection, address);
    connection.closeFuture().addListener(closed -> leave(connection));
    await(connection, FIRST_REQUEST_TIMEOUT_SECONDS);
    return true;
  }

  /** Records that a complete request was received. */
  void requestReceived(Channel connection) {
    Future<?> timeout = waiting.remove(connection);
    if (timeout != null) {
      timeout.cancel(false);
    }
  }

  /** Records that the response was sent; the connection is idle again. */
  void responseSent(Channel connection) {
    if (open.containsKey(connection)) {
      await(connection, NEXT_REQUEST_TIMEOUT_SECONDS);
    }
  }

  /** Returns the client's address. */
  static InetAddress addressOf(Channel connection) {
    return connection.remoteAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }

  private void await(Channel connection, int seconds) {
    requestReceived(connection);
    waiting.put(connection, loop.schedule(() -> connection.close(), seconds, TimeUnit.SECONDS));
  }

  private boolean closeLongestIdle(Optional<InetAddress> address) {
    Optional<Channel> longest =
        waiting.keySet().stream()
            .filter(each -> address.isEmpty() || address.get().equals(open.get(each)))
            .findFirst();
    longest.ifPresent(this::leave);
    longest.ifPresent(Channel::close);
    return longest.isPresent();
  }

  private void leave(Channel connection) {
    requestReceived(connection);
    open.remove(connection);
  }
}
