package io.longhaul.load.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.check.SeededRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseClipTest {
  /**
   * The header that libsndfile, which AIPerf uses, writes for 0.5 s, 16 kHz, 16 bits, two channels.
   */
  @Test
  void aClipHasAWavHeader() {
    byte[] clip = NoiseClip.wav(0.5, 16_000, 16, 2, random());

    assertThat(clip).hasSize(44 + 8_000 * 4);
    assertThat(HexFormat.of().formatHex(clip, 0, 44))
        .isEqualTo(
            hex("RIFF")
                + "247d0000"
                + hex("WAVEfmt ")
                + "10000000"
                + "0100"
                + "0200"
                + "803e0000"
                + "00fa0000"
                + "0400"
                + "1000"
                + hex("data")
                + "007d0000");
  }

  @ParameterizedTest
  @CsvSource({"8, 1, 40", "16, 1, 10000", "24, 2, 2500000", "32, 1, 650000000"})
  void samplesAreNoiseAroundSilence(int bits, int channels, double deviation) {
    byte[] clip = NoiseClip.wav(0.25, 8_000, bits, channels, random());

    int count = 2_000 * channels;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double sample = sampleOf(clip, 44 + i * bits / 8, bits);
      sum += sample;
      squares += sample * sample;
    }
    assertThat(clip).hasSize(44 + count * bits / 8);
    assertThat(Math.abs(sum / count)).isLessThan(deviation / 10);
    assertThat(Math.sqrt(squares / count)).isBetween(deviation * 0.9, deviation * 1.1);
  }

  private static double sampleOf(byte[] clip, int at, int bits) {
    ByteBuffer bytes = ByteBuffer.wrap(clip).order(ByteOrder.LITTLE_ENDIAN);
    return switch (bits) {
      case 8 -> (clip[at] & 0xFF) - 128;
      case 16 -> bytes.getShort(at);
      case 24 -> bytes.getInt(at - 1) >> 8;
      default -> bytes.getInt(at);
    };
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static SeededRandom random() {
    return SeededRandom.named(3, "audio");
  }
}
