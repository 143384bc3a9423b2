package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.time.ManualRunClock;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import org.asynchttpclient.channel.ChannelPoolPartitioning.PerHostChannelPoolPartitioning;
import org.asynchttpclient.uri.Uri;
import org.junit.jupiter.api.Test;

class ConnectionPoolTest {

  private static final Uri TARGET = Uri.create("http://server:8000/v1");
  private static final long LIMIT_NANOS = 1_000;
  private static final String HOST = "a host";

  private final ManualRunClock clock = new ManualRunClock(0, 0);
  private final Connections connections = new Connections(clock, null);
  private final ConnectionPool pool = new ConnectionPool(clock, LIMIT_NANOS);

  private EmbeddedChannel respondedChannel() {
    EmbeddedChannel channel = new EmbeddedChannel();
    new Connection(connections, channel).requestWritten();
    return channel;
  }

  private Channel idleFor(Object key) {
    Channel channel = respondedChannel();
    assertThat(pool.offer(channel, key)).isTrue();
    return channel;
  }

  @Test
  void mostRecentlyUsedConnectionIsUsedNext() {
    Channel older = idleFor(HOST);
    Channel newer = idleFor(HOST);
    assertThat(pool.poll(HOST)).isSameAs(newer);
    assertThat(pool.poll(HOST)).isSameAs(older);
    assertThat(pool.poll(HOST)).isNull();
  }

  @Test
  void hostsDoNotShareConnections() {
    Channel channel = idleFor(HOST);
    assertThat(pool.poll("another host")).isNull();
    assertThat(pool.poll(HOST)).isSameAs(channel);
  }

  @Test
  void expiredConnectionIsClosedInstead() {
    Channel tooOld = idleFor(HOST);
    clock.advanceNanos(1);
    Channel justInTime = idleFor(HOST);
    clock.advanceNanos(LIMIT_NANOS - 1);
    assertThat(pool.poll(HOST)).isSameAs(justInTime);
    assertThat(pool.poll(HOST)).isNull();
    assertThat(tooOld.isActive()).isFalse();
  }

  @Test
  void keepAliveTimeoutOfTheServerShortensTheLimit() {
    Channel channel = idleFor(HOST);
    Connection.of(channel).setServerKeepAlive(10);
    clock.advanceNanos(10);
    assertThat(pool.poll(HOST)).isNull();
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void closedConnectionIsRemoved() {
    Channel channel = idleFor(HOST);
    assertThat(pool.removeAll(channel)).isTrue();
    assertThat(pool.removeAll(channel)).isFalse();
    assertThat(pool.getIdleChannelCountPerHost()).isEmpty();
    assertThat(pool.poll(HOST)).isNull();
  }

  @Test
  void requestForANewConnectionGetsNoIdleOneButItsConnectionIsKept() {
    Object fresh = ConnectionPool.freshPartitioningOf(null).getPartitionKey(TARGET, null, null);
    Object defaultPort =
        PerHostChannelPoolPartitioning.INSTANCE.getPartitionKey(TARGET, null, null);
    idleFor(defaultPort);
    assertThat(pool.poll(fresh)).isNull();
    Channel made = idleFor(fresh);
    assertThat(pool.poll(defaultPort)).isSameAs(made);
  }

  @Test
  void ownedConnectionIsExclusiveAndNotKeptAfterTheLastRequest() {
    Object defaultPort =
        PerHostChannelPoolPartitioning.INSTANCE.getPartitionKey(TARGET, null, null);
    Object his = keyOf(new ConnectionOwner("s1", false));
    Channel channel = idleFor(his);
    assertThat(pool.poll(defaultPort)).isNull();
    assertThat(pool.poll(keyOf(new ConnectionOwner("s2", false)))).isNull();
    Object last = keyOf(new ConnectionOwner("s1", true));
    assertThat(pool.poll(last)).isSameAs(channel);
    assertThat(pool.offer(respondedChannel(), last)).isFalse();
    assertThat(pool.poll(his)).isNull();
    assertThat(pool.getIdleChannelCountPerHost())
        .as("none of the owner's connections is kept")
        .isEmpty();
  }

  private static Object keyOf(ConnectionOwner owner) {
    return ConnectionPool.partitioningOf(owner).getPartitionKey(TARGET, null, null);
  }

  @Test
  void connectionWithAPartlyWrittenRequestIsNotKept() {
    EmbeddedChannel channel = new EmbeddedChannel();
    new Connection(connections, channel);
    assertThat(pool.offer(channel, HOST)).isFalse();
  }

  @Test
  void limitOfZeroKeepsNothing() {
    ConnectionPool none = new ConnectionPool(clock, 0);
    assertThat(none.offer(respondedChannel(), HOST)).isFalse();
  }

  @Test
  void destroyedPoolKeepsNothing() {
    idleFor(HOST);
    pool.destroy();
    assertThat(pool.isOpen()).isFalse();
    assertThat(pool.poll(HOST)).isNull();
    assertThat(pool.offer(respondedChannel(), HOST)).isFalse();
  }

  @Test
  void flushClosesTheMatchingConnections() {
    Channel meant = idleFor(HOST);
    Channel other = idleFor("another host");
    pool.flushPartitions(HOST::equals);
    assertThat(meant.isActive()).isFalse();
    assertThat(other.isActive()).isTrue();
  }
}
