package io.longhaul.load.media;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.ImageFormat;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;

/**
 * Generates images in which every color value of every pixel is random. Files have the same size as
 * AIPerf's.
 */
public final class NoiseImage {
  /** Noise cannot be compressed, so the fastest setting is used. */
  private static final float PNG_FAST_QUALITY = 0.9f;

  private NoiseImage() {}

  /**
   * Returns an image as a file.
   *
   * @param format png or jpeg
   */
  public static byte[] file(int width, int height, ImageFormat format, SeededRandom random) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    fill(image, random);
    return ImageEncoder.of(image, format, PNG_FAST_QUALITY);
  }

  /** Fills an image with noise. Its bytes must be color values. */
  static void fill(BufferedImage image, SeededRandom random) {
    byte[] samples = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    for (int i = 0; i < samples.length; i += Long.BYTES) {
      long bits = random.nextLong();
      for (int j = i; j < Math.min(i + Long.BYTES, samples.length); j++) {
        samples[j] = (byte) bits;
        bits >>>= Byte.SIZE;
      }
    }
  }
}
