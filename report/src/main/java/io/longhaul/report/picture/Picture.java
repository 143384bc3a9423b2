package io.longhaul.report.picture;

import java.awt.Color;
import java.awt.Shape;
import java.util.ArrayList;
import java.util.List;

/** Shapes and texts on a page, in the order in which they cover each other. For one thread. */
public final class Picture {
  private final String title;
  private final int width;
  private final int height;
  private final Color paper;
  private final List<Group> groups = new ArrayList<>();

  /** Something that is drawn. */
  sealed interface Mark {}

  /** A filled shape. */
  record Filled(Shape shape, Color color) implements Mark {}

  /** The outline of a shape. */
  record Stroked(Shape shape, Color color, double width, boolean isDashed) implements Mark {}

  /** Filled circles of one size. */
  record Dots(double[] x, double[] y, double radius, Color color) implements Mark {}

  /**
   * A text.
   *
   * @param x position of its start, middle or end, on the baseline
   * @param isUpright whether it runs from bottom to top
   */
  record Words(
      String text, double x, double y, double size, Align align, boolean isUpright, Color color)
      implements Mark {}

  /** The point of a text that is at its position. */
  enum Align {
    START,
    MIDDLE,
    END;

    double shift(double width) {
      return switch (this) {
        case START -> 0;
        case MIDDLE -> -width / 2;
        case END -> -width;
      };
    }
  }

  /**
   * Marks that belong together.
   *
   * @param name what they show; empty for the parts of the chart around its series
   */
  record Group(String name, List<Mark> marks) {
    void add(Mark mark) {
      marks.add(mark);
    }
  }

  Picture(String title, int width, int height, Color paper) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.paper = paper;
  }

  /** Starts a group. */
  Group group(String name) {
    Group group = new Group(name, new ArrayList<>());
    groups.add(group);
    return group;
  }

  String title() {
    return title;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  Color paper() {
    return paper;
  }

  List<Group> groups() {
    return groups;
  }
}
