package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpDecoderConfig;

/** How much of a message is read at once. */
final class HttpLimits {
  /** Of one read, and of one piece of a body. */
  static final int READ_BYTES = 64 << 10;

  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_HEAD_BYTES = 64 << 10;

  private HttpLimits() {}

  static HttpDecoderConfig decoder() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEAD_BYTES)
        .setMaxChunkSize(READ_BYTES);
  }
}
