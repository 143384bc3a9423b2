package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** Writes one response on a stream of HTTP/2; subclasses write the headers. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends with the connection
abstract class Http2StreamWriter implements ResponseWriter {
  private final Http2ServerConnection connection;
  private final Http2ConnectionHandler http2;
  private final ChannelHandlerContext context;
  private final SocketTimestamps timestamps;
  private final int stream;

  /** Sent with the first data, because a flush of another stream must not send it earlier. */
  private @Nullable Http2Headers head;

  Http2StreamWriter(Http2ServerConnection connection, ChannelHandlerContext context, int stream) {
    this.connection = connection;
    this.http2 = connection.codec();
    this.context = context;
    this.timestamps = connection.timestamps();
    this.stream = stream;
  }

  @Override
  public final long connection() {
    return connection.number();
  }

  @Override
  public final EventExecutor loop() {
    return context.executor();
  }

  @Override
  public final ByteBuf buffer() {
    return context.alloc().ioBuffer(256);
  }

  /** Writes the content without framing, because HTTP/2 frames it. */
  @Override
  public final void chunk(ByteBuf out, ByteBuf content) {
    out.writeBytes(content);
  }

  /** Does nothing, because the end of the stream marks the end: see {@link #finish}. */
  @Override
  public final void lastChunk(ByteBuf out) {}

  /** Sets the head, which is sent with the next data. */
  final void begin(Http2Headers own) {
    head = own;
  }

  private void writeHead() {
    if (head != null) {
      headers(head, false);
      head = null;
    }
  }

  private void headers(Http2Headers headers, boolean last) {
    http2.encoder().writeHeaders(context, stream, headers, 0, last, context.newPromise());
  }

  final void trailers(Http2Headers trailers) {
    writeHead();
    headers(trailers, true);
  }

  @Override
  public final void write(ByteBuf bytes) {
    data(bytes, false);
    flush();
  }

  final void data(ByteBuf bytes, boolean last) {
    writeHead();
    http2.encoder().writeData(context, stream, bytes, 0, last, context.newPromise());
  }

  final void flush() {
    http2.flush(context);
  }

  @Override
  public final long flushNanos() {
    return timestamps.flushNanos();
  }

  @Override
  public final boolean blocked() {
    Http2Stream own = http2.connection().stream(stream);
    return timestamps.blocked()
        || (own != null && http2.encoder().flowController().hasFlowControlled(own));
  }

  @Override
  public final void responseDone() {
    connection.responseDone(stream);
  }

  @Override
  public final void closeWhenIdle(long nanos) {
    connection.closeWhenIdle(context, nanos);
  }

  @Override
  public final void closeAfterResponse() {
    connection.responseDone(stream);
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public final void reset() {
    connection.responseDone(stream);
    http2.resetStream(context, stream, Http2Error.INTERNAL_ERROR.code(), context.newPromise());
    flush();
  }
}
