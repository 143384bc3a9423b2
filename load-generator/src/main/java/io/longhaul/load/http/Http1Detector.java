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
  private static final int MOST_CHARS = 80;

  private final Consumer<String> understandsHttp1Only;

  /**
   * @param understandsHttp1Only takes the first line of its answer
   */
  Http1Detector(Consumer<String> understandsHttp1Only) {
    this.understandsHttp1Only = understandsHttp1Only;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    context.pipeline().remove(this);
    // No frame that may come first has so many bytes that its length begins like that.
    if (bytes.isReadable() && bytes.getByte(bytes.readerIndex()) == 'H') {
      int shown = Math.min(MOST_CHARS, bytes.readableBytes());
      String words = bytes.readCharSequence(shown, StandardCharsets.US_ASCII).toString();
      bytes.release();
      understandsHttp1Only.accept(words.lines().findFirst().orElse(words));
    } else {
      context.fireChannelRead(message);
    }
  }
}
