package io.longhaul.load.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.ImageFormat;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NoiseImageTest {
  private static final int WIDTH = 60;
  private static final int HEIGHT = 40;

  @ParameterizedTest
  @EnumSource(names = {"PNG", "JPEG"})
  void anImageHasItsSizeAndDistinctPixels(ImageFormat format) throws IOException {
    byte[] file = file(format, 7);

    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(file));
    assertThat(picture.getWidth()).isEqualTo(WIDTH);
    assertThat(picture.getHeight()).isEqualTo(HEIGHT);
    Set<Integer> colours = new HashSet<>();
    for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      colours.add(picture.getRGB(pixel % WIDTH, pixel / WIDTH));
    }
    assertThat(colours).hasSizeGreaterThan(WIDTH * HEIGHT * 9 / 10);
  }

  @ParameterizedTest
  @EnumSource(names = {"PNG", "JPEG"})
  void anImageDependsOnlyOnTheSeed(ImageFormat format) {
    assertThat(file(format, 7)).isEqualTo(file(format, 7)).isNotEqualTo(file(format, 8));
  }

  @Test
  void filesHaveTheRequestedFormat() {
    assertThat(file(ImageFormat.PNG, 1)).startsWith(0x89, 'P', 'N', 'G');
    assertThat(file(ImageFormat.JPEG, 1)).startsWith(0xFF, 0xD8, 0xFF);
  }

  /** Sizes of AIPerf 0.13's 512 by 512 pixel noise images, which vary by a few bytes. */
  @Test
  void filesAreAsLargeAsAiperfs() {
    SeededRandom random = SeededRandom.named(1, "image");
    assertThat(NoiseImage.file(512, 512, ImageFormat.PNG, random).length)
        .isCloseTo(788_088, within(788_088 / 200));
    assertThat(NoiseImage.file(512, 512, ImageFormat.JPEG, random).length)
        .isCloseTo(415_232, within(415_232 / 200));
  }

  private static byte[] file(ImageFormat format, long seed) {
    return NoiseImage.file(WIDTH, HEIGHT, format, SeededRandom.named(seed, "image"));
  }
}
