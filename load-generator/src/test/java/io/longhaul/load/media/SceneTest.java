package io.longhaul.load.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.VideoContent;
import java.awt.Color;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class SceneTest {
  private static final int WIDTH = 200;
  private static final int HEIGHT = 160;
  private static final int FRAMES = 20;

  @Test
  void shapesMoveAndWrapAround() {
    BufferedImage early = frame(VideoContent.MOVING_SHAPES, 2);
    assertThat(colourAt(early, 40, 80)).isEqualTo(Color.RED);
    assertThat(colourAt(early, 100, 32)).isEqualTo(Color.GREEN);
    assertThat(colourAt(early, 170, 136)).isEqualTo(Color.BLUE);
    assertThat(colourAt(early, 5, 5)).isEqualTo(Color.BLACK);

    BufferedImage secondRound = frame(VideoContent.MOVING_SHAPES, 12);
    assertThat(colourAt(secondRound, 40, 80)).isEqualTo(Color.RED);
    assertThat(colourAt(secondRound, 100, 32)).isEqualTo(Color.GREEN);
  }

  @Test
  void theLongHandRotatesOncePerClip() {
    assertThat(colourAt(frame(VideoContent.GRID_CLOCK, 0), 100, 50)).isEqualTo(Color.WHITE);
    assertThat(colourAt(frame(VideoContent.GRID_CLOCK, 5), 130, 80)).isEqualTo(Color.WHITE);
    assertThat(colourAt(frame(VideoContent.GRID_CLOCK, 10), 100, 110)).isEqualTo(Color.WHITE);
    assertThat(colourAt(frame(VideoContent.GRID_CLOCK, 15), 70, 80)).isEqualTo(Color.WHITE);
  }

  @Test
  void clockFramesShowTheirNumber() {
    assertThat(digits(frame(VideoContent.GRID_CLOCK, 7)))
        .isEqualTo(
            """
            ###....
            ..#....
            ..#....
            ..#....
            ..#....
            """);
    assertThat(digits(frame(VideoContent.GRID_CLOCK, 14)))
        .isEqualTo(
            """
            .#..#.#
            ##..#.#
            .#..###
            .#....#
            ###...#
            """);
  }

  /** Returns the corner with the frame number, one character per dot. */
  private static String digits(BufferedImage image) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 5; row++) {
      for (int column = 0; column < 7; column++) {
        boolean white = colourAt(image, 10 + 2 * column, 10 + 2 * row).equals(Color.WHITE);
        text.append(white ? '#' : '.');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static Color colourAt(BufferedImage image, int x, int y) {
    return new Color(image.getRGB(x, y));
  }

  private static BufferedImage frame(VideoContent content, int frame) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
    Scene.of(content, SeededRandom.named(1, "video")).draw(image, frame, FRAMES);
    return image;
  }
}
