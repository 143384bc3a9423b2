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
 * The places for connections, so that nobody can keep others out by holding connections open. A
 * connection must send a whole request in time. When all places are taken, or all that one address
 * may have, a new connection gets the place of the one that has kept us waiting for a request for
 * the longest. For the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // whoever is hung up on is gone
final class ConnectionLimiter {
  /** Those of WebSocket and as many others. */
  static final int MAX_CONNECTIONS = 2 * Subscribers.MAX_CONNECTIONS;

  static final int MAX_PER_ADDRESS = MAX_CONNECTIONS / 2;

  /** From the connection to the end of its first request. */
  private static final int FIRST_REQUEST_TIMEOUT_SECONDS = 5;

  /** From the end of an answer to the end of the next request. */
  private static final int NEXT_REQUEST_TIMEOUT_SECONDS = 30;

  private final EventLoop loop;
  private final Map<Channel, InetAddress> open = new HashMap<>();
  private final Map<InetAddress, Integer> countByAddress = new HashMap<>();

  /** Those without a request, the longest wait first, with what ends the wait. */
  private final Map<Channel, Future<?>> waiting = new LinkedHashMap<>();

  ConnectionLimiter(EventLoop loop) {
    this.loop = loop;
  }

  /** Gives a place, until the connection is closed; false when there is none. */
  boolean accept(Channel connection) {
    InetAddress address = addressOf(connection);
    if (countOf(address) >= MAX_PER_ADDRESS && !closeLongestIdle(Optional.of(address))) {
      return false;
    }
    if (open.size() >= MAX_CONNECTIONS && !closeLongestIdle(Optional.empty())) {
      return false;
    }
    open.put(connection, address);
    countByAddress.merge(address, 1, Integer::sum);
    connection.closeFuture().addListener(closed -> leave(connection));
    await(connection, FIRST_REQUEST_TIMEOUT_SECONDS);
    return true;
  }

  /** A whole request has come. */
  void requestReceived(Channel connection) {
    Future<?> timeout = waiting.remove(connection);
    if (timeout != null) {
      timeout.cancel(false);
    }
  }

  /** The request is answered, and another one may come. */
  void responseSent(Channel connection) {
    if (open.containsKey(connection)) {
      await(connection, NEXT_REQUEST_TIMEOUT_SECONDS);
    }
  }

  /** Where a connection comes from. */
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
    InetAddress address = open.remove(connection);
    if (address != null) {
      countByAddress.computeIfPresent(address, (any, count) -> count == 1 ? null : count - 1);
    }
  }

  private int countOf(InetAddress address) {
    return countByAddress.getOrDefault(address, 0);
  }
}
