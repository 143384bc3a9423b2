package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** One answer on a stream of HTTP/2, in gRPC's words. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends with the connection
final class GrpcWire implements AnswerWire {
  private final GrpcServerConnection connection;
  private final Http2ConnectionHandler http2;
  private final ChannelHandlerContext context;
  private final SocketStamps stamps;
  private final int stream;

  /** What ends the answer; null when the body says enough. */
  private Http2Headers trailers = status("0", "");

  private boolean headWritten;

  GrpcWire(
      GrpcServerConnection connection,
      Http2ConnectionHandler http2,
      ChannelHandlerContext context,
      SocketStamps stamps,
      int stream) {
    this.connection = connection;
    this.http2 = http2;
    this.context = context;
    this.stamps = stamps;
    this.stream = stream;
  }

  private static Http2Headers status(String code, String message) {
    Http2Headers status = new DefaultHttp2Headers().add("grpc-status", code);
    return message.isEmpty() ? status : status.add("grpc-message", percentEncoded(message));
  }

  /** All but plain ASCII as {@code %XX}. */
  private static String percentEncoded(String message) {
    StringBuilder encoded = new StringBuilder();
    for (byte one : message.getBytes(StandardCharsets.UTF_8)) {
      if (one >= ' ' && one < 0x7f && one != '%') {
        encoded.append((char) one);
      } else {
        encoded.append('%').append(ByteBufUtil.hexDump(new byte[] {one}));
      }
    }
    return encoded.toString();
  }

  /** The status of a gRPC call that is the nearest to one of HTTP. */
  private static String codeOf(int status) {
    return switch (status) {
      case 400 -> "3";
      case 401 -> "16";
      case 403 -> "7";
      case 404 -> "12";
      case 408, 504 -> "4";
      case 429 -> "8";
      case 502, 503 -> "14";
      default -> status < 500 ? "2" : "13";
    };
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
    return context.alloc().ioBuffer(256);
  }

  @Override
  public void streamHead(ByteBuf out) {
    writeHead("200", "application/grpc");
  }

  @Override
  public void head(ByteBuf out, int contentLength) {
    writeHead("200", "application/grpc");
  }

  /** A call that fails has no body; what is no gRPC at all does. */
  @Override
  public void error(ByteBuf out, ErrorText error) {
    if (error.contentType().equals("application/json")) {
      trailers = status(codeOf(error.status()), error.message());
    } else {
      trailers = null;
      writeHead(Integer.toString(error.status()), error.contentType());
      out.writeBytes(error.text().getBytes(StandardCharsets.UTF_8));
    }
  }

  private void writeHead(String status, String contentType) {
    headWritten = true;
    Http2Headers head = new DefaultHttp2Headers().status(status).add("content-type", contentType);
    write(head, false);
  }

  private void write(Http2Headers headers, boolean last) {
    http2.encoder().writeHeaders(context, stream, headers, 0, last, context.newPromise());
  }

  @Override
  public void chunk(ByteBuf out, ByteBuf content) {
    out.writeBytes(content);
  }

  @Override
  public void lastChunk(ByteBuf out) {
    // The trailers are the end: see finish().
  }

  @Override
  public void write(ByteBuf bytes) {
    http2.encoder().writeData(context, stream, bytes, 0, false, context.newPromise());
    http2.flush(context);
  }

  @Override
  public void finish() {
    if (trailers == null) {
      http2
          .encoder()
          .writeData(context, stream, Unpooled.EMPTY_BUFFER, 0, true, context.newPromise());
    } else {
      if (!headWritten) {
        trailers.status("200").add("content-type", "application/grpc");
      }
      write(trailers, true);
    }
    http2.flush(context);
  }

  @Override
  public long flushNanos() {
    return stamps.flushNanos();
  }

  @Override
  public boolean blocked() {
    Http2Stream its = http2.connection().stream(stream);
    return stamps.blocked()
        || (its != null && http2.encoder().flowController().hasFlowControlled(its));
  }

  @Override
  public void answered() {
    connection.over(stream);
  }

  @Override
  public void closeWhenIdle(long nanos) {
    context.executor().schedule((Runnable) context::close, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void cut() {
    connection.over(stream);
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void reset() {
    connection.over(stream);
    http2.resetStream(context, stream, Http2Error.INTERNAL_ERROR.code(), context.newPromise());
    http2.flush(context);
  }
}
