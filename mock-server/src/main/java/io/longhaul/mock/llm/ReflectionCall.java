package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.GrpcReflection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A call of server reflection. Each request is answered as soon as it is complete, because some
 * clients send further requests in the same call.
 */
final class ReflectionCall {
  private static final int HEAD_BYTES = 5;

  private final ResponseWriter writer;

  /** Incomplete requests. */
  private final ByteBuf pending = Unpooled.buffer();

  private boolean headWritten;

  ReflectionCall(ResponseWriter writer) {
    this.writer = writer;
  }

  void take(ByteBuf data) {
    pending.writeBytes(data);
    while (pending.readableBytes() >= HEAD_BYTES
        && pending.readableBytes() - HEAD_BYTES >= pending.getInt(pending.readerIndex() + 1)) {
      pending.skipBytes(1);
      byte[] request = new byte[pending.readInt()];
      pending.readBytes(request);
      respond(request);
    }
    pending.discardReadBytes();
  }

  private void respond(byte[] request) {
    ByteBuf out = writer.buffer();
    if (!headWritten) {
      headWritten = true;
      writer.streamHead(out);
    }
    byte[] response = GrpcReflection.respond(request);
    writer.write(out.writeByte(0).writeInt(response.length).writeBytes(response));
  }

  void end() {
    writer.finish();
  }
}
