package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes one gRPC response on a stream of HTTP/2. */
final class GrpcResponseWriter extends Http2StreamWriter {

  /** Trailers of the response; null if it has none. */
  private @Nullable Http2Headers trailers = status("0", "");

  private boolean headWritten;

  GrpcResponseWriter(Http2ServerConnection connection, ChannelHandlerContext context, int stream) {
    super(connection, context, stream);
  }

  private static Http2Headers status(String code, String message) {
    Http2Headers status = new DefaultHttp2Headers().add("grpc-status", code);
    return message.isEmpty() ? status : status.add("grpc-message", percentEncoded(message));
  }

  /** Encodes all characters except printable ASCII as {@code %XX}. */
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

  /** Returns the gRPC status code that is most similar to an HTTP status. */
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
  void streamHead(ByteBuf out) {
    writeHead("200", "application/grpc");
  }

  @Override
  void head(ByteBuf out, int contentLength) {
    writeHead("200", "application/grpc");
  }

  /** A failed call has no body; a response that is not gRPC has one. */
  @Override
  void error(ByteBuf out, PlainResponse error) {
    if (error.contentType().equals("application/json")) {
      trailers = status(codeOf(error.status()), error.message());
    } else {
      trailers = null;
      writeHead(Integer.toString(error.status()), error.contentType());
      out.writeBytes(error.body().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Ends the call with the gRPC status that is most similar to an HTTP status. */
  void fail(int status, String message) {
    trailers = status(codeOf(status), message);
    finish();
  }

  private void writeHead(String status, String contentType) {
    headWritten = true;
    begin(new DefaultHttp2Headers().status(status).add("content-type", contentType));
  }

  @Override
  void finish() {
    if (trailers == null) {
      data(Unpooled.EMPTY_BUFFER, true);
    } else {
      if (!headWritten) {
        trailers.status("200").add("content-type", "application/grpc");
      }
      trailers(trailers);
    }
    flush();
  }
}
