package io.longhaul.report.picture;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A chart as SVG and as pixels, read by Java's own parsers. */
public final class DrawnChart {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 800;
  private static final double PIXELS_PER_UNIT = 1.5;

  private final Element svg;
  private final BufferedImage png;

  public DrawnChart(Chart chart, ColorTheme theme) {
    this(chart.drawn(theme, WIDTH, HEIGHT));
  }

  public DrawnChart(Picture picture) {
    try {
      this.svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(bytes(picture, PictureFormat.SVG)))
              .getDocumentElement();
      this.png = ImageIO.read(new ByteArrayInputStream(bytes(picture, PictureFormat.PNG)));
    } catch (Exception e) {
      throw new AssertionError("the picture cannot be read", e);
    }
  }

  public DrawnChart(Chart chart) {
    this(chart, ColorTheme.LIGHT);
  }

  static byte[] bytes(Picture picture, PictureFormat format) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    format.write(picture, bytes);
    return bytes.toByteArray();
  }

  Element svg() {
    return svg;
  }

  BufferedImage png() {
    return png;
  }

  /** A circle. */
  public record Circle(double x, double y) {}

  /** Returns the texts of the picture. */
  public List<String> texts() {
    return elements(svg, "text", Element::getTextContent);
  }

  /** Returns the circles of a series. */
  public List<Circle> circles(String series) {
    return elements(
        group(series), "circle", circle -> new Circle(number(circle, "cx"), number(circle, "cy")));
  }

  /** Returns the data of the paths of all series. */
  public List<String> paths() {
    return elements(svg, "path", path -> path.getAttribute("d"));
  }

  /** Returns the data of the paths of a series. */
  public List<String> paths(String series) {
    return elements(group(series), "path", path -> path.getAttribute("d"));
  }

  /** Returns the position of a label of a vertical axis. */
  double heightOf(String label) {
    return number(text(label, List.of("end", "start")), "y") - 5.5;
  }

  /** Returns the position of a label of the horizontal axis. */
  double positionOf(String label) {
    return number(text(label, List.of("middle")), "x");
  }

  /** Returns where a label of a point starts. */
  double startOf(String label) {
    return number(text(label, List.of("start")), "x");
  }

  private Element text(String content, List<String> anchors) {
    return elements(svg, "text", Function.identity()).stream()
        .filter(each -> each.getTextContent().equals(content))
        .filter(each -> anchors.contains(each.getAttribute("text-anchor")))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the group of a series; the last of the unnamed ones, since the first is the frame. */
  private Element group(String series) {
    List<Element> groups = new ArrayList<>();
    for (Element group : elements(svg, "g", Function.identity())) {
      Node first = group.getElementsByTagName("title").item(0);
      boolean isSeries = group.getParentNode() == svg;
      String name = first == null ? "" : first.getTextContent();
      if (isSeries && name.equals(series)) {
        groups.add(group);
      }
    }
    return groups.get(groups.size() - 1);
  }

  /** Returns the color of the pixel at a position of the SVG. */
  Color pixel(double x, double y) {
    return new Color(
        png.getRGB((int) Math.round(x * PIXELS_PER_UNIT), (int) Math.round(y * PIXELS_PER_UNIT)));
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static <T> List<T> elements(Element below, String name, Function<Element, T> reading) {
    NodeList all = below.getElementsByTagName(name);
    List<T> read = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      read.add(reading.apply((Element) all.item(i)));
    }
    return read;
  }
}
