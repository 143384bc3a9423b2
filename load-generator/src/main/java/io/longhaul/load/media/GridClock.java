package io.longhaul.load.media;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;

/**
 * A clock on a grid, with the frame number, as in AIPerf. The long hand rotates once per clip.
 * Digits are drawn as bitmaps, because some machines have no fonts.
 */
final class GridClock implements Scene {
  private static final int GRID_PIXELS = 32;

  /** Bitmap of each digit: five rows of three bits, from the top. */
  private static final int[] DIGITS = {
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_001_001,
    0b111_101_111_101_111,
    0b111_101_111_001_111
  };

  private static final int DIGIT_COLUMNS = 3;
  private static final int DIGIT_ROWS = 5;
  private static final int DOT_PIXELS = 2;
  private static final int MARGIN_PIXELS = 10;

  @Override
  public void draw(BufferedImage image, int frame, int frames) {
    int width = image.getWidth();
    int height = image.getHeight();
    Graphics2D graphics = Scene.canvas(image, new Color(32, 32, 32));
    graphics.setColor(new Color(64, 64, 64));
    for (int x = 0; x < width; x += GRID_PIXELS) {
      graphics.drawLine(x, 0, x, height);
    }
    for (int y = 0; y < height; y += GRID_PIXELS) {
      graphics.drawLine(0, y, width, y);
    }
    double radius = Math.min(width, height) / 4.0;
    double angle = 2 * Math.PI * frame / frames;
    hand(graphics, image, angle / 12, 0.6 * radius, 3, Color.YELLOW);
    hand(graphics, image, angle, 0.9 * radius, 2, Color.WHITE);
    graphics.setColor(Color.GRAY);
    graphics.draw(
        new Ellipse2D.Double(width / 2.0 - radius, height / 2.0 - radius, 2 * radius, 2 * radius));
    graphics.setColor(Color.RED);
    graphics.fill(new Ellipse2D.Double(width / 2.0 - 3, height / 2.0 - 3, 6, 6));
    graphics.setColor(Color.WHITE);
    number(graphics, frame);
    graphics.dispose();
  }

  /**
   * Draws a hand of the clock.
   *
   * @param angle angle in radians, clockwise from the top
   */
  private static void hand(
      Graphics2D graphics,
      BufferedImage image,
      double angle,
      double length,
      int thickness,
      Color colour) {
    double x = image.getWidth() / 2.0;
    double y = image.getHeight() / 2.0;
    graphics.setColor(colour);
    graphics.setStroke(new BasicStroke(thickness));
    graphics.draw(
        new Line2D.Double(x, y, x + length * Math.sin(angle), y - length * Math.cos(angle)));
  }

  private static void number(Graphics2D graphics, int number) {
    String digits = Integer.toString(number);
    for (int i = 0; i < digits.length(); i++) {
      int rows = DIGITS[digits.charAt(i) - '0'];
      int left = MARGIN_PIXELS + i * (DIGIT_COLUMNS + 1) * DOT_PIXELS;
      for (int dot = 0; dot < DIGIT_COLUMNS * DIGIT_ROWS; dot++) {
        if ((rows >> (DIGIT_COLUMNS * DIGIT_ROWS - 1 - dot) & 1) == 1) {
          graphics.fillRect(
              left + dot % DIGIT_COLUMNS * DOT_PIXELS,
              MARGIN_PIXELS + dot / DIGIT_COLUMNS * DOT_PIXELS,
              DOT_PIXELS,
              DOT_PIXELS);
        }
      }
    }
  }
}
