package io.longhaul.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Stands before the HTTP/2 codec until the first bytes have come: a server that answers in HTTP/1
 * has not understood, and should be told by its own words.
 */
final class Http1Detector extends ChannelInboundHandlerAdapter {
  private static final int MAX_CHARS = 80;

  private final Consumer<String> http1Detected;

  /**
   * @param http1Detected takes the first line of its answer
   */
  Http1Detector(Consumer<String> http1Detected) {
    this.http1Detected = http1Detected;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    context.pipeline().remove(this);
    // No frame that may come first has so many bytes that its length begins like that.
    if (bytes.isReadable() && bytes.getByte(bytes.readerIndex()) == 'H') {
      int shown = Math.min(MAX_CHARS, bytes.readableBytes());
      String framing = bytes.readCharSequence(shown, StandardCharsets.US_ASCII).toString();
      bytes.release();
      http1Detected.accept(framing.lines().findFirst().orElse(framing));
    } else {
      context.fireChannelRead(message);
    }
  }
}
