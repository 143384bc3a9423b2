package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpDecoderConfig;

/** How much of a message is read at once. */
final class HttpLimits {
  /** Of one read, and of one piece of a body. */
  static final int READ_BYTES = 64 << 10;

  private static final int LONGEST_LINE = 16 << 10;
  private static final int LARGEST_HEAD = 64 << 10;

  private HttpLimits() {}

  static HttpDecoderConfig decoder() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(LONGEST_LINE)
        .setMaxHeaderSize(LARGEST_HEAD)
        .setMaxChunkSize(READ_BYTES);
  }
}
