package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Holds early actions until they are due: opening a connection or, on a reused connection, flushing
 * a request that is already encoded. All of the library's work on a request is therefore done when
 * the request is due.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result goes to the promise that is passed on.
final class HoldingHandler extends ChannelOutboundHandlerAdapter {

  static final String NAME = "hold";

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
