package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpDecoderConfig;

/** Size limits of HTTP parsing in the proxy. */
final class HttpLimits {
  /** Maximum size of one read and of one part of a body. */
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
