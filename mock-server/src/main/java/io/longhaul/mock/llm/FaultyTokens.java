package io.longhaul.mock.llm;

import io.longhaul.mock.script.Fault;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Tokens of faults. */
final class FaultyTokens {
  private static final byte[] NOT_UTF8 = {' ', (byte) 0xff, (byte) 0xc3, '('};

  private FaultyTokens() {}

  static boolean has(Fault fault) {
    return switch (fault.kind()) {
      case INVALID_UTF8, SPLIT_UTF8, HUGE_EVENT -> true;
      default -> false;
    };
  }

  /** Returns the text of the fault's token. */
  static byte[] of(Fault fault) {
    return switch (fault.kind()) {
      case INVALID_UTF8 -> NOT_UTF8;
      case SPLIT_UTF8 -> " größe".getBytes(StandardCharsets.UTF_8);
      case HUGE_EVENT -> {
        byte[] text = new byte[fault.amount()];
        Arrays.fill(text, (byte) 'x');
        yield text;
      }
      default ->
          throw new IllegalStateException(
              "Cannot write a faulty token: " + fault.text() + " (it has none)");
    };
  }

  /**
   * Returns the number of readable bytes before the second byte of the first non-ASCII character.
   */
  static int offsetInsideCharacter(ByteBuf bytes) {
    return bytes.forEachByte(b -> b >= 0) - bytes.readerIndex() + 1;
  }
}
