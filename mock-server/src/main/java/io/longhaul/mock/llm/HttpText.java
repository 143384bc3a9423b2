package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Encodes heads and chunks of HTTP/1.1 responses. */
final class HttpText {
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

  private HttpText() {}

  /** Writes the head of a chunked event stream. */
  static void streamHead(ByteBuf out, boolean keepAlive) {
    out.writeBytes(STREAM_HEAD);
    if (!keepAlive) {
      out.writeBytes(CLOSE);
    }
    out.writeBytes(CRLF);
  }

  /**
   * Writes the head of a response of known length.
   *
   * @param extraHeaders complete lines, each with its line end; may be empty
   */
  static void head(
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
    if (!keepAlive) {
      out.writeBytes(CLOSE);
    }
    out.writeBytes(CRLF);
  }

  /** Writes one HTTP chunk with the readable bytes of {@code content}, which must not be empty. */
  static void chunk(ByteBuf out, ByteBuf content) {
    int length = content.readableBytes();
    int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(length)) / 4);
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      out.writeByte(HEX[(length >>> shift) & 0xf]);
    }
    out.writeBytes(CRLF);
    out.writeBytes(content);
    out.writeBytes(CRLF);
  }

  /** Writes the empty chunk that ends a body regularly. */
  static void lastChunk(ByteBuf out) {
    out.writeBytes(LAST_CHUNK);
  }

  /** Returns ASCII bytes with HTTP's line ends. */
  private static byte[] ascii(String lines) {
    return lines.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
