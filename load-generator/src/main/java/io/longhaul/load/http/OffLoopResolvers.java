package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.longhaul.load.time.Threads;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Resolves host names without blocking the event loop: queries the operating system on a thread
 * that lives only while it is needed, and caches the result for {@link #CACHE_NANOS}. (Async HTTP
 * Client resolves on the event loop by default.)
 */
public final class OffLoopResolvers extends AddressResolverGroup<InetSocketAddress> {

  static final long CACHE_NANOS = 30_000_000_000L;

  /** Queries the operating system; blocks. */
  @FunctionalInterface
  public interface Lookup {
    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  private final RunClock clock;
  private final Lookup systemLookup;
  private final ThreadPoolExecutor lookups;

  public OffLoopResolvers(RunClock clock, Lookup systemLookup, String threadName) {
    this.clock = clock;
    this.systemLookup = systemLookup;
    lookups =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.daemons(threadName));
    lookups.allowCoreThreadTimeOut(true);
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor loop) {
    return new InetSocketAddressResolver(loop, new NameResolver(loop));
  }

  @Override
  public void close() {
    lookups.shutdownNow();
    super.close();
  }

  /** Belongs to the event loop, except for the lookup itself. */
  private final class NameResolver extends InetNameResolver {

    private final Map<String, CachedAddresses> cache = new HashMap<>();

    NameResolver(EventExecutor loop) {
      super(loop);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> first) {
      Promise<List<InetAddress>> all = executor().newPromise();
      all.addListener(
          done -> {
            if (done.isSuccess()) {
              first.trySuccess(all.getNow().get(0));
            } else {
              first.tryFailure(done.cause());
            }
          });
      doResolveAll(host, all);
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
      InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
      if (literal != null) {
        promise.trySuccess(List.of(literal));
        return;
      }
      CachedAddresses cached = cache.get(host);
      if (cached != null && clock.nowNanos() - cached.atNanos() < CACHE_NANOS) {
        promise.trySuccess(cached.addresses());
        return;
      }
      lookups.execute(() -> lookUp(host, promise));
    }

    private void lookUp(String host, Promise<List<InetAddress>> promise) {
      try {
        List<InetAddress> addresses = List.of(systemLookup.addressesOf(host));
        executor()
            .execute(
                () -> {
                  cache.put(host, new CachedAddresses(addresses, clock.nowNanos()));
                  promise.trySuccess(addresses);
                });
      } catch (UnknownHostException e) {
        promise.tryFailure(e);
      }
    }
  }

  private record CachedAddresses(List<InetAddress> addresses, long atNanos) {}
}
