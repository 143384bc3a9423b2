package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;

/** Writes one response on a stream of HTTP/2, with the same headers as over HTTP/1.1. */
final class Http2ResponseWriter extends Http2StreamWriter {

  Http2ResponseWriter(Http2ServerConnection connection, ChannelHandlerContext context, int stream) {
    super(connection, context, stream);
  }

  @Override
  void streamHead(ByteBuf out) {
    begin(
        new DefaultHttp2Headers()
            .status("200")
            .add("content-type", "text/event-stream; charset=utf-8")
            .add("cache-control", "no-cache"));
  }

  @Override
  void head(ByteBuf out, int contentLength) {
    head(200, "application/json", contentLength, "");
  }

  @Override
  void error(ByteBuf out, PlainResponse error) {
    byte[] body = error.body().getBytes(StandardCharsets.UTF_8);
    head(error.status(), error.contentType(), body.length, error.extraHeaders());
    out.writeBytes(body);
  }

  /** Writes a complete response of no endpoint. */
  void write(PlainResponse response) {
    ByteBuf body = buffer();
    error(body, response);
    data(body, true);
    flush();
  }

  private void head(int status, String contentType, int contentLength, String extraLines) {
    Http2Headers head = new DefaultHttp2Headers().status(Integer.toString(status));
    if (!contentType.isEmpty()) {
      head.add("content-type", contentType);
    }
    head.addInt("content-length", contentLength);
    extraLines
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              head.add(line.substring(0, colon), line.substring(colon + 1).strip());
            });
    begin(head);
  }

  @Override
  void finish() {
    data(Unpooled.EMPTY_BUFFER, true);
    flush();
  }
}
