package io.longhaul.report.picture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.report.picture.Picture.Dots;
import io.longhaul.report.picture.Picture.Filled;
import io.longhaul.report.picture.Picture.Group;
import io.longhaul.report.picture.Picture.Mark;
import io.longhaul.report.picture.Picture.Stroked;
import io.longhaul.report.picture.Picture.Words;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Writes pictures as SVG. Texts remain texts, which can be selected and searched; without DejaVu
 * Sans on the machine, similar fonts of about the same width replace it.
 */
final class SvgDocument {
  private static final String FONTS = "'DejaVu Sans', Verdana, Geneva, sans-serif";

  private final StringBuilder text = new StringBuilder(1 << 16);

  private SvgDocument() {}

  static void write(Picture picture, OutputStream out) throws IOException {
    out.write(text(picture).getBytes(UTF_8));
  }

  /** Returns the element, which an HTML page can contain, too. */
  static String text(Picture picture) {
    SvgDocument svg = new SvgDocument();
    svg.write(picture);
    return svg.text.toString();
  }

  private void write(Picture picture) {
    append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"%s\">%n",
        picture.width(), picture.height(), picture.width(), picture.height(), FONTS);
    append("<title>%s</title>%n", escaped(picture.title()));
    append(
        "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
        picture.width(), picture.height(), hex(picture.paper()));
    picture.groups().forEach(this::write);
    append("</svg>%n");
  }

  private void write(Group group) {
    append("<g>%n");
    if (!group.name().isEmpty()) {
      append("<title>%s</title>%n", escaped(group.name()));
    }
    group.marks().forEach(this::write);
    append("</g>%n");
  }

  private void write(Mark mark) {
    if (mark instanceof Filled filled) {
      append("<path d=\"%s\"%s/>%n", path(filled.shape()), fill(filled.color()));
    } else if (mark instanceof Stroked stroked) {
      append(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\"%s stroke-width=\"%s\" stroke-linejoin=\"round\"%s/>%n",
          path(stroked.shape()),
          hex(stroked.color()),
          opacity("stroke-opacity", stroked.color()),
          number(stroked.width()),
          stroked.isDashed() ? " stroke-dasharray=\"8 6\"" : " stroke-linecap=\"round\"");
    } else if (mark instanceof Dots dots) {
      append("<g%s>%n", fill(dots.color()));
      for (int i = 0; i < dots.x().length; i++) {
        append(
            "<circle cx=\"%s\" cy=\"%s\" r=\"%s\"/>%n",
            number(dots.x()[i]), number(dots.y()[i]), number(dots.radius()));
      }
      append("</g>%n");
    } else if (mark instanceof Words words) {
      write(words);
    }
  }

  private void write(Words words) {
    String anchor =
        switch (words.align()) {
          case START -> "start";
          case MIDDLE -> "middle";
          case END -> "end";
        };
    String x = number(words.x());
    String y = number(words.y());
    append(
        "<text x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\"%s%s>%s</text>%n",
        x,
        y,
        number(words.size()),
        anchor,
        fill(words.color()),
        words.isUpright() ? " transform=\"rotate(-90 " + x + " " + y + ")\"" : "",
        escaped(words.text()));
  }

  private void append(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
  }

  private static String path(Shape shape) {
    StringBuilder path = new StringBuilder();
    double[] points = new double[6];
    for (PathIterator each = shape.getPathIterator(null); !each.isDone(); each.next()) {
      int kind = each.currentSegment(points);
      path.append("MLQCZ".charAt(kind));
      int numbers = new int[] {2, 2, 4, 6, 0}[kind];
      for (int i = 0; i < numbers; i++) {
        path.append(i == 0 ? "" : " ").append(number(points[i]));
      }
    }
    return path.toString();
  }

  /** Returns a number with at most two digits after the point. */
  private static String number(double value) {
    double rounded = Math.rint(value * 100) / 100;
    return rounded == Math.rint(rounded)
        ? Long.toString(Math.round(rounded))
        : Double.toString(rounded);
  }

  private static String fill(Color color) {
    return " fill=\"" + hex(color) + "\"" + opacity("fill-opacity", color);
  }

  private static String opacity(String attribute, Color color) {
    return color.getAlpha() == 255
        ? ""
        : " " + attribute + "=\"" + number(color.getAlpha() / 255.0) + "\"";
  }

  private static String hex(Color color) {
    return String.format(Locale.ROOT, "#%06x", color.getRGB() & 0xffffff);
  }

  /** Returns a text as the content of an element or of a quoted attribute. */
  static String escaped(String raw) {
    StringBuilder escaped = new StringBuilder();
    raw.codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(each < ' ' ? 0xfffd : each);
              }
            });
    return escaped.toString();
  }
}
