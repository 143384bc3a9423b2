package io.longhaul.report.picture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * The outlines and widths of characters, from a resource. A character that is missing there is
 * drawn as U+FFFD.
 */
final class GlyphOutlines {
  static final GlyphOutlines ALL = read();

  private static final int REPLACEMENT = 0xfffd;

  /** The outlines are for this font size. */
  private static final double UNITS = 1000;

  private final Map<Integer, Glyph> glyphs;

  private record Glyph(double advance, Path2D outline) {}

  private GlyphOutlines(Map<Integer, Glyph> glyphs) {
    this.glyphs = glyphs;
  }

  private static GlyphOutlines read() {
    Map<Integer, Glyph> glyphs = new HashMap<>();
    try (InputStream in = GlyphOutlines.class.getResourceAsStream("glyphs.txt");
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          StringTokenizer words = new StringTokenizer(line);
          int codePoint = Integer.parseInt(words.nextToken(), 16);
          double advance = number(words);
          glyphs.put(codePoint, new Glyph(advance, outline(words)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new GlyphOutlines(glyphs);
  }

  private static Path2D outline(StringTokenizer words) {
    Path2D outline = new Path2D.Double(Path2D.WIND_NON_ZERO);
    while (words.hasMoreTokens()) {
      switch (words.nextToken()) {
        case "M" -> outline.moveTo(number(words), number(words));
        case "L" -> outline.lineTo(number(words), number(words));
        case "Q" -> outline.quadTo(number(words), number(words), number(words), number(words));
        default -> outline.closePath();
      }
    }
    return outline;
  }

  private static double number(StringTokenizer words) {
    return Double.parseDouble(words.nextToken());
  }

  private Glyph glyph(int codePoint) {
    Glyph found = glyphs.get(codePoint);
    return found == null
        ? glyphs.getOrDefault(REPLACEMENT, new Glyph(0, new Path2D.Double()))
        : found;
  }

  /** Returns the width of a text. */
  double width(String text, double size) {
    return text.codePoints().mapToDouble(each -> glyph(each).advance()).sum() * size / UNITS;
  }

  /** Returns the outline of a text that starts at 0, 0 on its baseline. */
  Path2D outline(String text, double size) {
    Path2D whole = new Path2D.Double(Path2D.WIND_NON_ZERO);
    double x = 0;
    for (int codePoint : text.codePoints().toArray()) {
      Glyph glyph = glyph(codePoint);
      whole.append(
          glyph.outline().getPathIterator(AffineTransform.getTranslateInstance(x, 0)), false);
      x += glyph.advance();
    }
    whole.transform(AffineTransform.getScaleInstance(size / UNITS, size / UNITS));
    return whole;
  }

  /** Returns the text, shortened with an ellipsis if it is wider. */
  String fitted(String text, double size, double width) {
    if (width(text, size) <= width) {
      return text;
    }
    String kept = text;
    while (!kept.isEmpty() && width(kept + "…", size) > width) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
    }
    return kept.stripTrailing() + "…";
  }
}
