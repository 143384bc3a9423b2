package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** Writes one response on a stream of HTTP/2; subclasses write the headers. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends with the connection
abstract class Http2StreamWriter extends ResponseWriter {
  private final Http2ServerConnection connection;
  private final Http2ConnectionHandler http2;
  private final int stream;

  /** Sent with the first data, because a flush of another stream must not send it earlier. */
  private @Nullable Http2Headers head;

  Http2StreamWriter(Http2ServerConnection connection, ChannelHandlerContext context, int stream) {
    super(context, connection.timestamps(), connection.number());
    this.connection = connection;
    this.http2 = connection.codec();
    this.stream = stream;
  }

  @Override
  final ByteBuf buffer() {
    return context.alloc().ioBuffer(256);
  }

  /** Writes the content without framing, because HTTP/2 frames it. */
  @Override
  final void chunk(ByteBuf out, ByteBuf content) {
    out.writeBytes(content);
  }

  /** Does nothing, because the end of the stream marks the end: see {@link #finish}. */
  @Override
  final void lastChunk(ByteBuf out) {}

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
  final void write(ByteBuf bytes) {
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
  final boolean blocked() {
    Http2Stream own = http2.connection().stream(stream);
    return super.blocked()
        || (own != null && http2.encoder().flowController().hasFlowControlled(own));
  }

  @Override
  final void responseDone() {
    connection.responseDone(stream);
  }

  @Override
  final void closeWhenIdle(long nanos) {
    connection.closeWhenIdle(context, nanos);
  }

  @Override
  final void closeAfterResponse() {
    connection.responseDone(stream);
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  final void reset() {
    connection.responseDone(stream);
    http2.resetStream(context, stream, Http2Error.INTERNAL_ERROR.code(), context.newPromise());
    flush();
  }
}
