package io.longhaul.load.media;

import io.longhaul.load.plan.check.SeededRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Audio that consists of white noise: normally distributed with a standard deviation of 0.3, as in
 * AIPerf.
 */
public final class NoiseClip {
  private static final double DEVIATION = 0.3;

  private static final int HEADER_BYTES = 44;
  private static final int FORMAT_BYTES = 16;
  private static final short PCM = 1;

  private NoiseClip() {}

  /**
   * Returns a WAV file in PCM format.
   *
   * @param depthBits bits per sample: 8, 16, 24 or 32
   */
  public static byte[] wav(
      double seconds, int rateHertz, int depthBits, int channels, SeededRandom random) {
    int sampleBytes = depthBits / Byte.SIZE;
    int frameBytes = sampleBytes * channels;
    int dataBytes = Math.multiplyExact((int) (seconds * rateHertz), frameBytes);
    ByteBuffer file = ByteBuffer.allocate(HEADER_BYTES + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
    file.put(ascii("RIFF")).putInt(HEADER_BYTES - 8 + dataBytes).put(ascii("WAVE"));
    file.put(ascii("fmt ")).putInt(FORMAT_BYTES).putShort(PCM).putShort((short) channels);
    file.putInt(rateHertz).putInt(rateHertz * frameBytes);
    file.putShort((short) frameBytes).putShort((short) depthBits);
    file.put(ascii("data")).putInt(dataBytes);
    double amplitude = (1L << (depthBits - 1)) - 1;
    while (file.hasRemaining()) {
      double noise = Math.max(-1, Math.min(1, DEVIATION * random.nextGaussian()));
      putSample(file, (int) (noise * amplitude), sampleBytes);
    }
    return file.array();
  }

  /** Writes a sample. One-byte samples are unsigned: 128 is silence. */
  private static void putSample(ByteBuffer file, int sample, int bytes) {
    if (bytes == 1) {
      file.put((byte) (sample + 128));
      return;
    }
    for (int i = 0; i < bytes; i++) {
      file.put((byte) (sample >> (Byte.SIZE * i)));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
