package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;

/** Writes one response on a connection of HTTP/1.1. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught, a close in
// channelInactive
final class Http1ResponseWriter implements ResponseWriter {
  private final Http1ServerConnection connection;
  private final ChannelHandlerContext context;
  private final SocketTimestamps timestamps;
  private final boolean keepAlive;

  Http1ResponseWriter(
      Http1ServerConnection connection,
      ChannelHandlerContext context,
      SocketTimestamps timestamps,
      boolean keepAlive) {
    this.connection = connection;
    this.context = context;
    this.timestamps = timestamps;
    this.keepAlive = keepAlive;
  }

  @Override
  public long connection() {
    return connection.number();
  }

  @Override
  public EventExecutor loop() {
    return context.executor();
  }

  @Override
  public ByteBuf buffer() {
    return context.alloc().ioBuffer(1024);
  }

  @Override
  public void streamHead(ByteBuf out) {
    HttpText.streamHead(out, keepAlive);
  }

  @Override
  public void head(ByteBuf out, int contentLength) {
    HttpText.head(out, 200, "application/json", contentLength, "", keepAlive);
  }

  @Override
  public void error(ByteBuf out, PlainResponse error) {
    error.writeTo(out, keepAlive);
  }

  @Override
  public void chunk(ByteBuf out, ByteBuf content) {
    HttpText.chunk(out, content);
  }

  @Override
  public void lastChunk(ByteBuf out) {
    HttpText.lastChunk(out);
  }

  @Override
  public void write(ByteBuf bytes) {
    context.writeAndFlush(bytes, context.voidPromise());
  }

  /** Does nothing, because the encoded bytes contain the length. */
  @Override
  public void finish() {}

  @Override
  public long flushNanos() {
    return timestamps.flushNanos();
  }

  @Override
  public boolean blocked() {
    return timestamps.blocked();
  }

  @Override
  public void responseDone() {
    connection.responseDone(context, keepAlive);
  }

  @Override
  public void closeWhenIdle(long nanos) {
    connection.closeWhenIdle(context, nanos);
  }

  @Override
  public void closeAfterResponse() {
    connection.closeAfterWrites(context);
  }

  @Override
  public void reset() {
    context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    context.close();
  }
}
