package io.longhaul.load.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/**
 * A red disc on its way from left to right, a green square from top to bottom and a blue disc from
 * corner to corner, as AIPerf has them; who leaves on one side comes back on the other.
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

  /** A place as a share of a side, of which only what goes beyond whole sides counts. */
  private static double wrap(double fraction, double side) {
    return (fraction - Math.floor(fraction)) * side;
  }
}
