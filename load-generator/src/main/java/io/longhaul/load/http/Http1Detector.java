package io.longhaul.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Detects a server that responds in HTTP/1, from the first bytes, and reports its status line.
 * Placed in front of the HTTP/2 codec until the first bytes have arrived.
 */
final class Http1Detector extends ChannelInboundHandlerAdapter {
  private static final int MAX_CHARS = 80;

  private final Consumer<String> http1Detected;

  /**
   * @param http1Detected receives the first line of the response
   */
  Http1Detector(Consumer<String> http1Detected) {
    this.http1Detected = http1Detected;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    context.pipeline().remove(this);
    // An initial frame cannot be so long that its length starts with this byte.
    if (bytes.isReadable() && bytes.getByte(bytes.readerIndex()) == 'H') {
      int shown = Math.min(MAX_CHARS, bytes.readableBytes());
      String text = bytes.readCharSequence(shown, StandardCharsets.US_ASCII).toString();
      bytes.release();
      http1Detected.accept(text.lines().findFirst().orElse(text));
    } else {
      context.fireChannelRead(message);
    }
  }
}
