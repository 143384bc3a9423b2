package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.Supplier;

/**
 * Detects the protocol of a connection by its first bytes: the preface of HTTP/2 starts with a word
 * that is not an HTTP method.
 */
final class ProtocolDetector extends ByteToMessageDecoder {
  private static final String HTTP_2 = "PRI";

  private final Supplier<ChannelHandler[]> http1;
  private final Supplier<ChannelHandler[]> http2;

  ProtocolDetector(Supplier<ChannelHandler[]> http1, Supplier<ChannelHandler[]> http2) {
    this.http1 = http1;
    this.http2 = http2;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    for (int i = 0; i < HTTP_2.length(); i++) {
      if (i == in.readableBytes()) {
        return;
      }
      if (in.getByte(in.readerIndex() + i) != HTTP_2.charAt(i)) {
        install(context, http1);
        return;
      }
    }
    install(context, http2);
  }

  /** Installs the handlers, which receive the bytes read so far. */
  private void install(ChannelHandlerContext context, Supplier<ChannelHandler[]> handlers) {
    context.pipeline().addLast(handlers.get());
    context.pipeline().remove(this);
  }
}
