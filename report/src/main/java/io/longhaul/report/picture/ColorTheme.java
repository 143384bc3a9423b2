package io.longhaul.report.picture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The colors of a picture: those of {@code report.html}, from its style sheet.
 *
 * @param colors by the names of the style sheet
 */
public record ColorTheme(Map<String, Color> colors) {
  static {
    // Before the first class of java.awt, which looks for the display of a desktop otherwise.
    System.setProperty("java.awt.headless", "true");
  }

  /** On white. */
  public static final ColorTheme LIGHT = read(0);

  /** On almost black. */
  public static final ColorTheme DARK = read(1);

  /** Number of colors that distinguish series; they also differ in brightness. */
  private static final int SERIES = 8;

  public ColorTheme {
    colors = Map.copyOf(colors);
  }

  /**
   * Reads a theme.
   *
   * @param block position of the theme among the blocks of the style sheet that define colors
   */
  private static ColorTheme read(int block) {
    Map<String, Color> colors = new HashMap<>();
    String definitions = styleSheet().split(":root \\{", -1)[block + 1];
    Pattern.compile("--(\\w+): #(\\p{XDigit}{6});")
        .matcher(definitions.substring(0, definitions.indexOf('}')))
        .results()
        .forEach(
            color -> colors.put(color.group(1), new Color(Integer.parseInt(color.group(2), 16))));
    return new ColorTheme(colors);
  }

  private static String styleSheet() {
    try (InputStream in =
        ColorTheme.class.getResourceAsStream("/io/longhaul/report/html/report.css")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Color color(String name) {
    return colors.getOrDefault(name, Color.GRAY);
  }

  Color paper() {
    return color("paper");
  }

  Color ink() {
    return color("ink");
  }

  Color soft() {
    return color("soft");
  }

  Color line() {
    return color("line");
  }

  /** Returns the color of a series; more series than colors repeat them. */
  Color series(int index) {
    return color("c" + (index % SERIES + 1));
  }

  static Color faded(Color color, double opacity) {
    return new Color(
        color.getRed(), color.getGreen(), color.getBlue(), (int) Math.round(255 * opacity));
  }
}
