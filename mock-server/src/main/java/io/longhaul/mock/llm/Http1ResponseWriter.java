package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Encodes and writes one response on a connection of HTTP/1.1. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught, a close in
// channelInactive
final class Http1ResponseWriter extends ResponseWriter {
  private static final byte[] STREAM_HEAD =
      ascii(
          """
          HTTP/1.1 200 OK
          content-type: text/event-stream; charset=utf-8
          cache-control: no-cache
          transfer-encoding: chunked
          """);
  private static final byte[] CLOSE = ascii("connection: close\n");
  private static final byte[] CRLF = ascii("\n");
  private static final byte[] LAST_CHUNK = ascii("0\n\n");
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final Http1ServerConnection connection;
  private final boolean keepAlive;

  Http1ResponseWriter(
      Http1ServerConnection connection,
      ChannelHandlerContext context,
      SocketTimestamps timestamps,
      boolean keepAlive) {
    super(context, timestamps, connection.number());
    this.connection = connection;
    this.keepAlive = keepAlive;
  }

  @Override
  ByteBuf buffer() {
    return context.alloc().ioBuffer(1024);
  }

  @Override
  void streamHead(ByteBuf out) {
    out.writeBytes(STREAM_HEAD);
    endHead(out, keepAlive);
  }

  @Override
  void head(ByteBuf out, int contentLength) {
    writeHead(out, 200, "application/json", contentLength, "", keepAlive);
  }

  @Override
  void error(ByteBuf out, PlainResponse error) {
    error.writeTo(out, keepAlive);
  }

  @Override
  void chunk(ByteBuf out, ByteBuf content) {
    int length = content.readableBytes();
    int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(length)) / 4);
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      out.writeByte(HEX[(length >>> shift) & 0xf]);
    }
    out.writeBytes(CRLF);
    out.writeBytes(content);
    out.writeBytes(CRLF);
  }

  @Override
  void lastChunk(ByteBuf out) {
    out.writeBytes(LAST_CHUNK);
  }

  @Override
  void write(ByteBuf bytes) {
    context.writeAndFlush(bytes, context.voidPromise());
  }

  /** Does nothing, because the encoded bytes contain the length. */
  @Override
  void finish() {}

  @Override
  void responseDone() {
    connection.responseDone(context, keepAlive);
  }

  @Override
  void closeWhenIdle(long nanos) {
    connection.closeWhenIdle(context, nanos);
  }

  @Override
  void closeAfterResponse() {
    connection.closeAfterWrites(context);
  }

  @Override
  void reset() {
    context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    context.close();
  }

  /**
   * Writes the head of a response of known length.
   *
   * @param extraHeaders complete lines, each ended by a line feed; may be empty
   */
  static void writeHead(
      ByteBuf out,
      int status,
      String contentType,
      int contentLength,
      String extraHeaders,
      boolean keepAlive) {
    String lines =
        "HTTP/1.1 "
            + HttpResponseStatus.valueOf(status)
            + "\n"
            + (contentType.isEmpty() ? "" : "content-type: " + contentType + "\n")
            + "content-length: "
            + contentLength
            + "\n"
            + extraHeaders;
    out.writeBytes(ascii(lines));
    endHead(out, keepAlive);
  }

  private static void endHead(ByteBuf out, boolean keepAlive) {
    if (!keepAlive) {
      out.writeBytes(CLOSE);
    }
    out.writeBytes(CRLF);
  }

  /** Returns ASCII bytes with HTTP's line ends. */
  private static byte[] ascii(String lines) {
    return lines.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
