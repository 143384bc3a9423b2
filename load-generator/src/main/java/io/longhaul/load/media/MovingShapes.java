package io.longhaul.load.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/**
 * A red disc that moves from left to right, a green square that moves from top to bottom and a blue
 * disc that moves diagonally, as in AIPerf. Shapes that leave on one side reappear on the opposite
 * side.
 */
final class MovingShapes implements Scene {

  @Override
  public void draw(BufferedImage image, int frame, int frames) {
    double width = image.getWidth();
    double height = image.getHeight();
    double time = (double) frame / frames;
    Graphics2D graphics = Scene.canvas(image, Color.BLACK);
    graphics.setColor(Color.RED);
    graphics.fill(disc(wrap(2 * time, width), wrap(0.5, height), 30));
    graphics.setColor(Color.GREEN);
    graphics.fill(
        new Rectangle2D.Double(wrap(0.5, width) - 12, wrap(2 * time, height) - 12, 25, 25));
    graphics.setColor(Color.BLUE);
    graphics.fill(disc(wrap(1 - 1.5 * time, width), wrap(1 - 1.5 * time, height), 20));
    graphics.dispose();
  }

  private static Shape disc(double x, double y, double diameter) {
    return new Ellipse2D.Double(x - diameter / 2, y - diameter / 2, diameter, diameter);
  }

  /**
   * Converts a position, as a fraction of the side length, to pixels. Positions outside the image
   * wrap around.
   */
  private static double wrap(double fraction, double side) {
    return (fraction - Math.floor(fraction)) * side;
  }
}
