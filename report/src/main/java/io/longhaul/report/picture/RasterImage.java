package io.longhaul.report.picture;

import io.longhaul.report.picture.Picture.Dots;
import io.longhaul.report.picture.Picture.Filled;
import io.longhaul.report.picture.Picture.Group;
import io.longhaul.report.picture.Picture.Mark;
import io.longhaul.report.picture.Picture.Stroked;
import io.longhaul.report.picture.Picture.Words;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;

/** Draws pictures as pixels. */
final class RasterImage {
  private static final float[] DASHES = {8, 6};

  static {
    // A file on the disk would be no faster than memory.
    ImageIO.setUseCache(false);
  }

  private RasterImage() {}

  /**
   * Writes a picture.
   *
   * @param scale pixels per unit of length
   * @param format name of the format in Java's image library
   */
  static void write(Picture picture, double scale, String format, OutputStream out)
      throws IOException {
    if (!ImageIO.write(of(picture, scale), format, out)) {
      throw new IOException("this Java cannot write images as " + format);
    }
  }

  static BufferedImage of(Picture picture, double scale) {
    BufferedImage image =
        new BufferedImage(
            (int) Math.round(picture.width() * scale),
            (int) Math.round(picture.height() * scale),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setColor(picture.paper());
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.scale(scale, scale);
    for (Group group : picture.groups()) {
      group.marks().forEach(mark -> draw(mark, graphics));
    }
    graphics.dispose();
    return image;
  }

  private static void draw(Mark mark, Graphics2D graphics) {
    if (mark instanceof Filled filled) {
      graphics.setColor(filled.color());
      graphics.fill(filled.shape());
    } else if (mark instanceof Stroked stroked) {
      graphics.setColor(stroked.color());
      graphics.setStroke(stroke(stroked));
      graphics.draw(stroked.shape());
    } else if (mark instanceof Dots dots) {
      graphics.setColor(dots.color());
      double diameter = 2 * dots.radius();
      for (int i = 0; i < dots.x().length; i++) {
        graphics.fill(
            new Ellipse2D.Double(
                dots.x()[i] - dots.radius(), dots.y()[i] - dots.radius(), diameter, diameter));
      }
    } else if (mark instanceof Words words) {
      graphics.setColor(words.color());
      graphics.fill(outline(words));
    }
  }

  private static BasicStroke stroke(Stroked stroked) {
    return new BasicStroke(
        (float) stroked.width(),
        stroked.isDashed() ? BasicStroke.CAP_BUTT : BasicStroke.CAP_ROUND,
        BasicStroke.JOIN_ROUND,
        1,
        stroked.isDashed() ? DASHES : null,
        0);
  }

  private static Path2D outline(Words words) {
    Path2D outline = GlyphOutlines.ALL.outline(words.text(), words.size());
    double width = GlyphOutlines.ALL.width(words.text(), words.size());
    AffineTransform place = AffineTransform.getTranslateInstance(words.x(), words.y());
    if (words.isUpright()) {
      place.rotate(-Math.PI / 2);
    }
    place.translate(words.align().shift(width), 0);
    outline.transform(place);
    return outline;
  }
}
