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

/**
 * The idle connections of one loop, per host; the one used last is used next. On the loop only, so
 * it needs no lock; what has been idle for too long is found when it is asked for, so it needs no
 * timer.
 */
final class ConnectionPool implements ChannelPool {

  /** A request with this partitioning gets a new connection, which is kept like any other. */
  static final ChannelPoolPartitioning FRESH =
      (uri, virtualHost, proxy) ->
          new Fresh(
              PerHostChannelPoolPartitioning.INSTANCE.getPartitionKey(uri, virtualHost, proxy));

  private record Fresh(Object host) {}

  private final Map<Object, Deque<Channel>> idle = new HashMap<>();
  private final RunClock clock;
  private final long keepIdleNanos;
  private boolean open = true;

  ConnectionPool(RunClock clock, long keepIdleNanos) {
    this.clock = clock;
    this.keepIdleNanos = keepIdleNanos;
  }

  @Override
  public boolean offer(Channel channel, Object key) {
    Connection connection = Connection.of(channel);
    if (!open || keepIdleNanos == 0 || !connection.isReusable()) {
      return false;
    }
    connection.nowIdle(clock.nowNanos());
    Object host = key instanceof Fresh fresh ? fresh.host() : key;
    idle.computeIfAbsent(host, unused -> new ArrayDeque<>()).addLast(channel);
    return true;
  }

  @Override
  public Channel poll(Object key) {
    Deque<Channel> ofHost = idle.get(key);
    if (ofHost == null) {
      return null;
    }
    long now = clock.nowNanos();
    Channel channel;
    while ((channel = ofHost.pollLast()) != null) {
      Connection connection = Connection.of(channel);
      if (channel.isActive() && connection.idleNanos(now) < limitNanos(connection)) {
        return channel;
      }
      connection.close();
    }
    return null;
  }

  private long limitNanos(Connection connection) {
    return Math.min(keepIdleNanos, connection.keptByServerNanos());
  }

  /** Called when a channel has closed; the oldest close first, so the search is short. */
  @Override
  public boolean removeAll(Channel channel) {
    boolean removed = false;
    for (Deque<Channel> ofHost : idle.values()) {
      removed |= ofHost.removeFirstOccurrence(channel);
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
