package io.longhaul.load.media;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.VideoContent;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** The content of a video. */
interface Scene {

  /** Draws one frame over the previous content of the image. */
  void draw(BufferedImage image, int frame, int frames);

  static Scene of(VideoContent content, SeededRandom random) {
    return switch (content) {
      case MOVING_SHAPES -> new MovingShapes();
      case GRID_CLOCK -> new GridClock();
      case NOISE -> (image, frame, frames) -> NoiseImage.fill(image, random);
    };
  }

  /** Fills an image with one color and returns a graphics context for it. */
  static Graphics2D canvas(BufferedImage image, Color background) {
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(background);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    return graphics;
  }
}
