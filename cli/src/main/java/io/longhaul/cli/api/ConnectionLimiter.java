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
  static final int MOST = 2 * Subscribers.MOST;

  static final int MOST_OF_ONE_ADDRESS = MOST / 2;

  /** From the connection to the end of its first request. */
  private static final int LONGEST_FIRST_REQUEST_SECONDS = 5;

  /** From the end of an answer to the end of the next request. */
  private static final int LONGEST_NEXT_REQUEST_SECONDS = 30;

  private final EventLoop loop;
  private final Map<Channel, InetAddress> taken = new HashMap<>();
  private final Map<InetAddress, Integer> ofAddresses = new HashMap<>();

  /** Those without a request, the longest wait first, with what ends the wait. */
  private final Map<Channel, Future<?>> waiting = new LinkedHashMap<>();

  ConnectionLimiter(EventLoop loop) {
    this.loop = loop;
  }

  /** Gives a place, until the connection is closed; false when there is none. */
  boolean take(Channel connection) {
    InetAddress address = addressOf(connection);
    if (ofAddress(address) >= MOST_OF_ONE_ADDRESS && !giveUpOne(Optional.of(address))) {
      return false;
    }
    if (taken.size() >= MOST && !giveUpOne(Optional.empty())) {
      return false;
    }
    taken.put(connection, address);
    ofAddresses.merge(address, 1, Integer::sum);
    connection.closeFuture().addListener(closed -> leave(connection));
    await(connection, LONGEST_FIRST_REQUEST_SECONDS);
    return true;
  }

  /** A whole request has come. */
  void asked(Channel connection) {
    Future<?> tooLate = waiting.remove(connection);
    if (tooLate != null) {
      tooLate.cancel(false);
    }
  }

  /** The request is answered, and another one may come. */
  void answered(Channel connection) {
    if (taken.containsKey(connection)) {
      await(connection, LONGEST_NEXT_REQUEST_SECONDS);
    }
  }

  /** Where a connection comes from. */
  static InetAddress addressOf(Channel connection) {
    return connection.remoteAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }

  private void await(Channel connection, int seconds) {
    asked(connection);
    waiting.put(connection, loop.schedule(() -> connection.close(), seconds, TimeUnit.SECONDS));
  }

  private boolean giveUpOne(Optional<InetAddress> address) {
    Optional<Channel> longest =
        waiting.keySet().stream()
            .filter(each -> address.isEmpty() || address.get().equals(taken.get(each)))
            .findFirst();
    longest.ifPresent(this::leave);
    longest.ifPresent(Channel::close);
    return longest.isPresent();
  }

  private void leave(Channel connection) {
    asked(connection);
    InetAddress address = taken.remove(connection);
    if (address != null) {
      ofAddresses.computeIfPresent(address, (any, count) -> count == 1 ? null : count - 1);
    }
  }

  private int ofAddress(InetAddress address) {
    return ofAddresses.getOrDefault(address, 0);
  }
}
