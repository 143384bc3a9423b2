package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Keeps what is ready before its time until then: the making of a connection, or on a kept one the
 * flush of a request that is already encoded. So all that a library does with a request is done
 * when the request is due.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The outcome goes to the promise that is handed on.
final class HoldingHandler extends ChannelOutboundHandlerAdapter {

  static final String NAME = "hold";

  /** Long past, by any clock. */
  static final long IMMEDIATELY = Long.MIN_VALUE;

  private final RunClock clock;
  private final Connection connection;

  HoldingHandler(RunClock clock, Connection connection) {
    this.clock = clock;
    this.connection = connection;
  }

  @Override
  public void connect(
      ChannelHandlerContext context,
      SocketAddress remote,
      SocketAddress local,
      ChannelPromise promise) {
    hold(
        context,
        connection.connectsNotBeforeNanos(remote),
        () -> context.connect(remote, local, promise));
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    hold(context, connection.flushNotBeforeNanos(), context::flush);
  }

  private void hold(ChannelHandlerContext context, long untilNanos, Runnable step) {
    long now = clock.nowNanos();
    if (untilNanos <= now) {
      step.run();
    } else {
      context.executor().schedule(step, untilNanos - now, TimeUnit.NANOSECONDS);
    }
  }
}
