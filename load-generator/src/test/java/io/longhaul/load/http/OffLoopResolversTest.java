package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.time.ManualRunClock;
import io.netty.channel.EventLoopGroup;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OffLoopResolversTest {

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ManualRunClock clock = new ManualRunClock(0, 0);
  private final EventLoopGroup loop =
      LlmClient.newGroup(task -> new Thread(task, "resolver-test-loop"));
  private final OffLoopResolvers resolvers =
      new OffLoopResolvers(clock, this::lookUp, "resolver-test-names");

  private InetAddress[] lookUp(String host) throws UnknownHostException {
    requests.add(host + " on " + Thread.currentThread().getName());
    if (host.equals("unknown")) {
      throw new UnknownHostException(host);
    }
    return new InetAddress[] {
      InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1}),
      InetAddress.getByAddress(host, new byte[] {10, 0, 0, 2})
    };
  }

  @AfterEach
  void end() {
    resolvers.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private Future<List<InetSocketAddress>> asking(String host) {
    AddressResolver<InetSocketAddress> resolver = resolvers.getResolver(loop.next());
    return resolver
        .resolveAll(InetSocketAddress.createUnresolved(host, 8000))
        .awaitUninterruptibly();
  }

  private List<String> addressesOf(String host) {
    return asking(host).getNow().stream()
        .map(address -> address.getAddress().getHostAddress() + " " + address.getPort())
        .toList();
  }

  @Test
  void hostNameIsResolvedOnASeparateThread() {
    assertThat(addressesOf("server")).containsExactly("10.0.0.1 8000", "10.0.0.2 8000");
    assertThat(requests).containsExactly("server on resolver-test-names");
  }

  @Test
  void resultIsCachedForHalfAMinute() {
    assertThat(addressesOf("server")).hasSize(2);
    clock.advanceNanos(OffLoopResolvers.CACHE_NANOS - 1);
    assertThat(addressesOf("server")).hasSize(2);
    assertThat(requests).hasSize(1);
    clock.advanceNanos(1);
    assertThat(addressesOf("server")).hasSize(2);
    assertThat(requests).hasSize(2);
  }

  @Test
  void addressIsNotResolved() {
    assertThat(addressesOf("127.0.0.1")).containsExactly("127.0.0.1 8000");
    assertThat(addressesOf("::1")).containsExactly("0:0:0:0:0:0:0:1 8000");
    assertThat(requests).isEmpty();
  }

  @Test
  void unknownNameIsResolvedAgain() {
    assertThat(asking("unknown").cause()).isInstanceOf(UnknownHostException.class);
    assertThat(asking("unknown").cause()).isInstanceOf(UnknownHostException.class);
    assertThat(requests).hasSize(2);
  }
}
