package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {

  @Test
  void textOfAnyLanguageIsWellFormed() {
    byte[] text = "plain ASCII, é, €, 漢字, 𝄞, \u0000, \uFFFD, \uD7FF, \uE000".getBytes(UTF_8);

    assertThat(Utf8.isWellFormed(text, 0, text.length)).isTrue();
  }

  @Test
  void overlongEncodingsSurrogatesAndValuesBeyondUnicodeAreMalformed() {
    assertThat(wellFormed(0xC0, 0x80)).isFalse();
    assertThat(wellFormed(0xE0, 0x80, 0x80)).isFalse();
    assertThat(wellFormed(0xED, 0xA0, 0x80)).isFalse();
    assertThat(wellFormed(0xF0, 0x8F, 0xBF, 0xBF)).isFalse();
    assertThat(wellFormed(0xF4, 0x90, 0x80, 0x80)).isFalse();
    assertThat(wellFormed(0xF5, 0x80, 0x80, 0x80)).isFalse();
  }

  @Test
  void truncatedCharacterIsMalformed() {
    assertThat(wellFormed(0xE2, 0x82)).isFalse();
    assertThat(wellFormed(0xF0, 0x9D, 0x84, 'x')).isFalse();
    assertThat(wellFormed(0xC3, 0xC3, 0xA9)).isFalse();
    assertThat(wellFormed(0x80)).isFalse();
  }

  @Test
  void replacementCharactersFromTheServerAreNotCounted() {
    byte[] bytes = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD, 'a', (byte) 0xFF, (byte) 0xFF};

    assertThat(Utf8.countReplaced(bytes, 0, 6, new String(bytes, UTF_8))).isEqualTo(2);
  }

  @Test
  void agreesWithJavaOnRandomBytes() {
    Random random = new Random(20261121);
    byte[] bytes = new byte[6];
    int wellFormed = 0;
    for (int i = 0; i < 500_000; i++) {
      fillWithAlmostText(bytes, random);
      int start = random.nextInt(3);
      int end = start + 1 + random.nextInt(bytes.length - start);
      byte[] decodedAndEncoded = new String(bytes, start, end - start, UTF_8).getBytes(UTF_8);
      boolean java = Arrays.equals(decodedAndEncoded, Arrays.copyOfRange(bytes, start, end));

      assertThat(Utf8.isWellFormed(bytes, start, end)).isEqualTo(java);
      wellFormed += java ? 1 : 0;
    }
    assertThat(wellFormed).isBetween(5_000, 495_000);
  }

  private static void fillWithAlmostText(byte[] bytes, Random random) {
    int[] leads = {'a', 0x80, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5};
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          random.nextBoolean()
              ? (byte) leads[random.nextInt(leads.length)]
              : (byte) (0x80 + random.nextInt(0x40));
    }
  }

  private static boolean wellFormed(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Utf8.isWellFormed(bytes, 0, bytes.length);
  }
}
