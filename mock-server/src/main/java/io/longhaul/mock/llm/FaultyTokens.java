package io.longhaul.mock.llm;

import static java.util.Objects.requireNonNull;

import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.RequestScript;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The tokens of a response, one of which a fault may replace. */
final class FaultyTokens {
  static final long PAUSE_INSIDE_CHARACTER_NANOS = 5_000_000;

  private static final byte[] NOT_UTF8 = {' ', (byte) 0xff, (byte) 0xc3, '('};

  private FaultyTokens() {}

  /** Returns the index of the faulty token in a response; -1 without one. */
  static int indexIn(int tokens, @Nullable Fault fault) {
    if (fault == null) {
      return -1;
    }
    return switch (fault.kind()) {
      case INVALID_UTF8, SPLIT_UTF8, HUGE_EVENT -> Math.min(fault.positionIn(tokens), tokens - 1);
      default -> -1;
    };
  }

  /** Returns the text of the next token: that of the fault, or the next word. */
  static byte[] text(RequestScript script, boolean faulty) {
    return faulty ? of(requireNonNull(script.fault())) : Vocabulary.next(script.text());
  }

  private static byte[] of(Fault fault) {
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
