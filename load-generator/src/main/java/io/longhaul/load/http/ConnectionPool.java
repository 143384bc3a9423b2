package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.asynchttpclient.channel.ChannelPool;
import org.asynchttpclient.channel.ChannelPoolPartitioning;
import org.asynchttpclient.channel.ChannelPoolPartitioning.PerHostChannelPoolPartitioning;
import org.jspecify.annotations.Nullable;

/**
 * The idle connections of one event loop, per host and owner; the most recently used one is used
 * next. It belongs to the event loop and therefore needs no lock. Expired connections are closed
 * when a connection is requested, so it needs no timer.
 */
final class ConnectionPool implements ChannelPool {

  /** The key for a request that gets a new connection, which is kept afterwards. */
  private record Fresh(Object poolKey) {}

  /** The key for a request whose connection is not kept. */
  private record LastRequest(Object poolKey) {}

  private record Owned(Object host, String owner) {}

  /** Idle connections by host, or by host and owner; no deque is empty. */
  private final Map<Object, Deque<Channel>> idle = new HashMap<>();

  private final RunClock clock;
  private final long keepIdleNanos;
  private boolean open = true;

  ConnectionPool(RunClock clock, long keepIdleNanos) {
    this.clock = clock;
    this.keepIdleNanos = keepIdleNanos;
  }

  /**
   * Returns the partitioning for the requests of an owner.
   *
   * @param owner null for connections without an owner
   */
  static ChannelPoolPartitioning partitioningOf(@Nullable ConnectionOwner owner) {
    if (owner == null) {
      return PerHostChannelPoolPartitioning.INSTANCE;
    }
    return (uri, virtualHost, proxy) -> {
      Object host =
          PerHostChannelPoolPartitioning.INSTANCE.getPartitionKey(uri, virtualHost, proxy);
      Object poolKey = new Owned(host, owner.name());
      return owner.isLast() ? new LastRequest(poolKey) : poolKey;
    };
  }

  /** Returns the same partitioning for a request that needs a new connection. */
  static ChannelPoolPartitioning freshPartitioningOf(@Nullable ConnectionOwner owner) {
    ChannelPoolPartitioning partitioning = partitioningOf(owner);
    return (uri, virtualHost, proxy) ->
        new Fresh(partitioning.getPartitionKey(uri, virtualHost, proxy));
  }

  @Override
  public boolean offer(Channel channel, Object key) {
    Connection connection = Connection.of(channel);
    Object poolKey = key instanceof Fresh fresh ? fresh.poolKey() : key;
    boolean isKept =
        keepIdleNanos > 0 && connection.isReusable() && !(poolKey instanceof LastRequest);
    if (!open || !isKept) {
      return false;
    }
    connection.nowIdle(clock.nowNanos());
    idle.computeIfAbsent(poolKey, unused -> new ArrayDeque<>()).addLast(channel);
    return true;
  }

  @Override
  public @Nullable Channel poll(Object key) {
    Object poolKey = key instanceof LastRequest leaving ? leaving.poolKey() : key;
    Deque<Channel> channels = idle.get(poolKey);
    if (channels == null) {
      return null;
    }
    Channel channel = firstUsable(channels);
    if (channels.isEmpty()) {
      idle.remove(poolKey);
    }
    return channel;
  }

  private @Nullable Channel firstUsable(Deque<Channel> channels) {
    long now = clock.nowNanos();
    Channel channel;
    while ((channel = channels.pollLast()) != null) {
      Connection connection = Connection.of(channel);
      if (channel.isActive() && connection.idleNanos(now) < limitNanos(connection)) {
        return channel;
      }
      connection.close();
    }
    return null;
  }

  private long limitNanos(Connection connection) {
    return Math.min(keepIdleNanos, connection.serverKeepAliveNanos());
  }

  /** Removes a closed channel. The oldest channels close first, so the search is short. */
  @Override
  public boolean removeAll(Channel channel) {
    boolean removed = false;
    for (Deque<Channel> channels : idle.values()) {
      removed |= channels.removeFirstOccurrence(channel);
    }
    if (removed) {
      idle.values().removeIf(Deque::isEmpty);
    }
    return removed;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void destroy() {
    open = false;
    idle.clear();
  }

  @Override
  public void flushPartitions(Predicate<Object> predicate) {
    idle.forEach(
        (host, ofHost) -> {
          if (predicate.test(host)) {
            ofHost.forEach(channel -> Connection.of(channel).close());
          }
        });
  }

  @Override
  public Map<String, Long> getIdleChannelCountPerHost() {
    Map<String, Long> counts = new HashMap<>();
    idle.forEach((host, ofHost) -> counts.merge(host.toString(), (long) ofHost.size(), Long::sum));
    return counts;
  }
}
