package io.longhaul.load.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.Damage;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MessageDeframerTest {
  private final List<String> received = new ArrayList<>();
  private final MessageDeframer deframer =
      new MessageDeframer(
          (bytes, offset, length) -> received.add(new String(bytes, offset, length, UTF_8)));

  @Test
  void messagesAreFoundWhereverTheirBytesAreSplit() throws Exception {
    String large = "x".repeat(1_000);
    byte[] bytes = framed("one", "", large, "two");
    for (int piece = 1; piece <= bytes.length; piece++) {
      received.clear();
      for (int at = 0; at < bytes.length; at += piece) {
        deframer.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
      }
      assertThat(received).as("pieces of %d", piece).containsExactly("one", "", large, "two");
      assertThat(deframer.isWithinMessage()).isFalse();
    }
  }

  @Test
  void incompleteMessageIsDetectedAtTheEnd() throws Exception {
    byte[] bytes = framed("one", "two");
    deframer.feed(Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(received).containsExactly("one");
    assertThat(deframer.isWithinMessage()).isTrue();
  }

  @Test
  void compressedOrTooLongMessageIsRejectedBeforeItIsBuffered() {
    assertThatThrownBy(() -> deframer.feed(new byte[] {1, 0, 0, 0, 1, 7}))
        .isInstanceOfSatisfying(
            MessageException.class,
            refused -> assertThat(refused.reason()).isEqualTo("compressed_message"));
    MessageDeframer another = new MessageDeframer((bytes, offset, length) -> {});
    assertThatThrownBy(() -> another.feed(new byte[] {0, -1, -1, -1, -1}))
        .hasMessage("A message has 4294967295 bytes (4194304 or fewer)");
  }

  @Provide
  Arbitrary<byte[]> damagedFrames() {
    byte[] right = framed("one", "x".repeat(100), "", "two");
    return Damage.with("\0\0\0\0", "\0\0\0\0\0", "\1", "\0\0@\0\1", "\u0080\0\0\0", "\u00ff")
        .map(damage -> damage.to(right));
  }

  @Property(tries = 3_000)
  void damagedFramesHaveTheSameResultWhereverTheyAreSplit(
      @ForAll("damagedFrames") byte[] bytes,
      @ForAll @Size(max = 4) List<@IntRange(min = 1, max = 50) Integer> cuts) {
    String decoded = decode(bytes, cuts);

    assertThat(decoded).isEqualTo(decode(bytes, List.of()));
  }

  private static String decode(byte[] bytes, List<Integer> cuts) {
    StringBuilder lengths = new StringBuilder();
    MessageDeframer its =
        new MessageDeframer((from, offset, length) -> lengths.append(length).append(' '));
    try {
      for (byte[] piece : Damage.cut(bytes, cuts)) {
        its.feed(piece);
      }
      return lengths + (its.isWithinMessage() ? "and more" : "");
    } catch (MessageException e) {
      return lengths + "refused: " + e.reason();
    }
  }

  private static byte[] framed(String... messages) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String message : messages) {
      bytes.writeBytes(MessageFrame.of(message.getBytes(UTF_8)));
    }
    return bytes.toByteArray();
  }
}
