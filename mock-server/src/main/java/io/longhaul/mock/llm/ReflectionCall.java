package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.GrpcReflection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A call of server reflection. Each question is answered as soon as it is read, as there are
 * clients that ask on in the same call.
 */
final class ReflectionCall {
  private static final int HEAD_BYTES = 5;

  private final ResponseWriter wire;

  /** Questions that are not whole yet. */
  private final ByteBuf asked = Unpooled.buffer();

  private boolean answered;

  ReflectionCall(ResponseWriter wire) {
    this.wire = wire;
  }

  void take(ByteBuf data) {
    asked.writeBytes(data);
    while (asked.readableBytes() >= HEAD_BYTES
        && asked.readableBytes() - HEAD_BYTES >= asked.getInt(asked.readerIndex() + 1)) {
      asked.skipBytes(1);
      byte[] question = new byte[asked.readInt()];
      asked.readBytes(question);
      answer(question);
    }
    asked.discardReadBytes();
  }

  private void answer(byte[] question) {
    ByteBuf out = wire.buffer();
    if (!answered) {
      answered = true;
      wire.streamHead(out);
    }
    byte[] answer = GrpcReflection.answer(question);
    wire.write(out.writeByte(0).writeInt(answer.length).writeBytes(answer));
  }

  void end() {
    wire.finish();
  }
}
