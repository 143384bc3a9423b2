package io.longhaul.load.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageDeframerTest {
  private final List<String> heard = new ArrayList<>();
  private final MessageDeframer deframer =
      new MessageDeframer(
          (bytes, offset, length) -> heard.add(new String(bytes, offset, length, UTF_8)));

  @Test
  void messagesAreFoundHoweverTheirBytesAreCut() throws Exception {
    String large = "x".repeat(1_000);
    byte[] bytes = framed("one", "", large, "two");
    for (int piece = 1; piece <= bytes.length; piece++) {
      heard.clear();
      for (int at = 0; at < bytes.length; at += piece) {
        deframer.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
      }
      assertThat(heard).as("pieces of %d", piece).containsExactly("one", "", large, "two");
      assertThat(deframer.isWithinMessage()).isFalse();
    }
  }

  @Test
  void whatIsNotWholeIsKnownAtTheEnd() throws Exception {
    byte[] bytes = framed("one", "two");
    deframer.feed(Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(heard).containsExactly("one");
    assertThat(deframer.isWithinMessage()).isTrue();
  }

  @Test
  void whatIsCompressedOrTooLongIsRefusedBeforeItIsHeld() {
    assertThatThrownBy(() -> deframer.feed(new byte[] {1, 0, 0, 0, 1, 7}))
        .isInstanceOfSatisfying(
            MessageException.class,
            refused -> assertThat(refused.reason()).isEqualTo("compressed_message"));
    MessageDeframer another = new MessageDeframer((bytes, offset, length) -> {});
    assertThatThrownBy(() -> another.feed(new byte[] {0, -1, -1, -1, -1}))
        .hasMessage("A message has 4294967295 bytes (4194304 or fewer)");
  }

  /** From fixed seeds: whatever comes, and however it is cut, the same is heard of it. */
  @Test
  void damagedFramesAreMessagesOrARefusalWhereverTheyAreCut() {
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = framed("one", "x".repeat(random.nextInt(300)), "two");
      for (int damage = random.nextInt(3); damage > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      String whole = heardOf(bytes, bytes.length);

      assertThat(heardOf(bytes, 1 + random.nextInt(9))).isEqualTo(whole);
      refused += whole.contains("refused") ? 1 : 0;
    }
    assertThat(refused).isBetween(10, 1_500);
  }

  private static String heardOf(byte[] bytes, int piece) {
    StringBuilder told = new StringBuilder();
    MessageDeframer its =
        new MessageDeframer((from, offset, length) -> told.append(length).append(' '));
    try {
      for (int at = 0; at < bytes.length; at += piece) {
        its.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
      }
      return told + (its.isWithinMessage() ? "and more" : "");
    } catch (MessageException e) {
      return told + "refused: " + e.reason();
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
