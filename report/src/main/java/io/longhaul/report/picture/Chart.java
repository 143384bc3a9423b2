package io.longhaul.report.picture;

import io.longhaul.report.picture.Axis.Scale;
import io.longhaul.report.picture.Axis.Tick;
import io.longhaul.report.picture.Picture.Align;
import io.longhaul.report.picture.Picture.Dots;
import io.longhaul.report.picture.Picture.Filled;
import io.longhaul.report.picture.Picture.Group;
import io.longhaul.report.picture.Picture.Stroked;
import io.longhaul.report.picture.Picture.Words;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A chart with a horizontal axis, a vertical one and, if needed, another vertical one at the right.
 * Series are drawn in the order in which they are added; values that are not finite leave gaps. For
 * one thread.
 */
public final class Chart {
  private static final double TITLE_SIZE = 26;
  private static final double TEXT_SIZE = 16;
  private static final double LINE_HEIGHT = 22;
  private static final double MARGIN = 24;
  private static final double SWATCH = 30;

  private final String title;
  private final String note;
  private final Axis x;
  private final Axis y;
  private final List<Series> all = new ArrayList<>();
  private @Nullable Axis right;

  /** How a series is drawn. */
  private enum Form {
    DOTS,
    LINE,
    DASHED_LINE,
    CURVE,
    AREA,
    BARS,
    ERRORS,
    BOX,
    CELLS,
    LEVEL,
    MOMENT,
    LANES,
    FAINT_LANES,
    ELLIPSES
  }

  /**
   * A series.
   *
   * @param name empty if the legend does not contain it
   * @param more what the form needs besides the positions
   * @param labels texts at the positions
   * @param color position among the colors
   */
  private record Series(
      String name,
      Form form,
      double[] x,
      double[] y,
      double[] more,
      List<String> labels,
      int color,
      boolean isRight) {

    DoubleStream horizontal() {
      return switch (form) {
        case LEVEL, BOX -> DoubleStream.empty();
        case BARS, CELLS, LANES, FAINT_LANES ->
            DoubleStream.concat(Arrays.stream(x), Arrays.stream(more));
        case ELLIPSES -> both(x, more, 0);
        default -> Arrays.stream(x);
      };
    }

    DoubleStream vertical() {
      return switch (form) {
        case MOMENT -> DoubleStream.empty();
        case LANES, FAINT_LANES -> Arrays.stream(y).map(each -> each + 0.5);
        case ERRORS -> IntStream.range(0, y.length).mapToDouble(i -> y[i] + more[i]);
        case ELLIPSES -> both(y, more, y.length);
        default -> Arrays.stream(y);
      };
    }

    private static DoubleStream both(double[] middles, double[] halves, int from) {
      return IntStream.range(0, middles.length)
          .boxed()
          .flatMapToDouble(
              i -> DoubleStream.of(middles[i] - halves[from + i], middles[i] + halves[from + i]));
    }
  }

  /**
   * @param title what the chart shows
   * @param note a sentence about the values; empty for none
   */
  public Chart(String title, String note, Axis x, Axis y) {
    this.title = title;
    this.note = note;
    this.x = x;
    this.y = y;
  }

  /** Returns what the chart shows. */
  public String title() {
    return title;
  }

  /** Returns whether there is nothing to see. */
  public boolean isEmpty() {
    return all.stream().noneMatch(series -> Arrays.stream(series.y()).anyMatch(Double::isFinite));
  }

  private Chart add(String name, Form form, double[] x, double[] y, double[] more, int color) {
    all.add(new Series(name, form, x, y, more, List.of(), color, false));
    return this;
  }

  /** Adds dots, which are fainter the more there are. */
  public Chart dots(String name, double[] x, double[] y, int color) {
    return add(name, Form.DOTS, x, y, new double[0], color);
  }

  /** Adds a line through points. */
  public Chart line(String name, double[] x, double[] y, int color) {
    return add(name, Form.LINE, x, y, new double[0], color);
  }

  /** Adds a dashed line through points. */
  public Chart dashedLine(String name, double[] x, double[] y, int color) {
    return add(name, Form.DASHED_LINE, x, y, new double[0], color);
  }

  /**
   * Adds large dots with texts.
   *
   * @param labels a text for each point
   */
  public Chart points(String name, double[] x, double[] y, List<String> labels, int color) {
    all.add(new Series(name, Form.CURVE, x, y, new double[0], List.copyOf(labels), color, false));
    return this;
  }

  /**
   * Adds an area under steps.
   *
   * @param edges the times at which steps begin, and the end of the last one
   * @param heights one for each step
   */
  public Chart area(String name, double[] edges, double[] heights, int color) {
    return add(name, Form.AREA, stepsX(edges), stepsY(heights), new double[0], color);
  }

  /** Adds an outline of steps that belongs to another axis, at the right. */
  public Chart right(Axis axis, String name, double[] edges, double[] heights, int color) {
    right = axis;
    all.add(
        new Series(
            name,
            Form.LINE,
            stepsX(edges),
            stepsY(heights),
            new double[0],
            List.of(),
            color,
            true));
    return this;
  }

  /** Adds horizontal bars, each from a start to an end. */
  public Chart bars(String name, double[] starts, double[] ends, double[] y, int color) {
    return add(name, Form.BARS, starts, y, ends, color);
  }

  /** Adds vertical lines around points, as long as the deviation in both directions. */
  public Chart errors(String name, double[] x, double[] y, double[] deviations, int color) {
    return add(name, Form.ERRORS, x, y, deviations, color);
  }

  /** Adds a line of steps; parameters as of {@link #area}. */
  public Chart steps(String name, double[] edges, double[] heights, int color) {
    return add(name, Form.LINE, stepsX(edges), stepsY(heights), new double[0], color);
  }

  /** Adds horizontal bars that are almost as high as the distance of whole numbers. */
  public Chart lanes(String name, double[] starts, double[] ends, double[] y, int color) {
    return add(name, Form.LANES, starts, y, ends, color);
  }

  /** Adds the same in a faint color. */
  public Chart faintLanes(String name, double[] starts, double[] ends, double[] y, int color) {
    return add(name, Form.FAINT_LANES, starts, y, ends, color);
  }

  /** Adds a vertical line through the whole chart. */
  public Chart moment(String name, double at, int color) {
    return add(name, Form.MOMENT, new double[] {at}, new double[] {0}, new double[0], color);
  }

  /** Adds a horizontal line through the whole chart. */
  public Chart level(String name, double value, int color) {
    return add(name, Form.LEVEL, new double[] {0}, new double[] {value}, new double[0], color);
  }

  /**
   * Adds a box plot: a box from the first to the third quartile, with the median, whiskers to the
   * last values within 1.5 times its height, and all values as dots beside it.
   *
   * @param position position on the axis of names
   */
  public Chart box(String name, double position, double[] values, int color) {
    double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
    return add(name, Form.BOX, new double[] {position}, sorted, new double[0], color);
  }

  /**
   * Adds rectangles whose color is stronger the more values they have.
   *
   * @param lefts their left sides
   * @param rights their right sides
   * @param y their lower and upper sides, in turn
   * @param counts numbers of values, shown as texts
   */
  public Chart cells(
      String name, double[] lefts, double[] rights, double[] y, List<String> counts, int color) {
    all.add(new Series(name, Form.CELLS, lefts, y, rights, List.copyOf(counts), color, false));
    return this;
  }

  /**
   * Adds ellipses around points.
   *
   * @param halves half widths of all of them, and then half heights
   */
  public Chart ellipses(String name, double[] x, double[] y, double[] halves, int color) {
    return add(name, Form.ELLIPSES, x, y, halves, color);
  }

  private static double[] stepsX(double[] edges) {
    return IntStream.range(0, 2 * (edges.length - 1))
        .mapToDouble(i -> edges[(i + 1) / 2])
        .toArray();
  }

  private static double[] stepsY(double[] heights) {
    return IntStream.range(0, 2 * heights.length).mapToDouble(i -> heights[i / 2]).toArray();
  }

  /** Draws the chart. */
  public Picture drawn(ColorTheme theme, int width, int height) {
    return stacked(List.of(this), List.of(height), theme, width);
  }

  /**
   * Draws charts below each other, with their horizontal axes of the same length.
   *
   * @param charts at least one; the first one has the title of the picture
   * @param heights the height of each chart
   */
  public static Picture stacked(
      List<Chart> charts, List<Integer> heights, ColorTheme theme, int width) {
    Picture picture =
        new Picture(
            charts.get(0).title(),
            width,
            heights.stream().mapToInt(Integer::intValue).sum(),
            theme.paper());
    List<Drawing> drawings = new ArrayList<>();
    int top = 0;
    for (int i = 0; i < charts.size(); i++) {
      drawings.add(charts.get(i).new Drawing(theme, picture, top, heights.get(i)));
      top += heights.get(i);
    }
    double left = drawings.stream().mapToDouble(each -> each.left).max().orElse(0);
    drawings.forEach(each -> each.draw(left));
    return picture;
  }

  /** Draws the chart once. */
  private final class Drawing {
    private final ColorTheme theme;
    private final Picture picture;
    private final Group frame;
    private final List<Rectangle2D> taken = new ArrayList<>();
    private final double start;
    private final double end;
    private final double top;
    private final double bottom;
    private final Scale vertical;
    private final List<Tick> ticks;
    private final double left;

    /**
     * @param start top of the chart in the picture
     */
    Drawing(ColorTheme theme, Picture picture, double start, double height) {
      this.theme = theme;
      this.picture = picture;
      this.frame = picture.group("");
      this.start = start;
      this.end = start + height;
      this.top = head();
      this.bottom = end - MARGIN - 2.6 * LINE_HEIGHT;
      this.vertical = scale(y, false, bottom, top);
      this.ticks = y.ticks(vertical, Math.max(3, (int) ((bottom - top) / 50)));
      this.left = MARGIN + LINE_HEIGHT + widest(ticks) + 14;
    }

    /**
     * @param from left end of the horizontal axis
     */
    void draw(double from) {
      double to = picture.width() - MARGIN - 10;
      Scale other = right == null ? null : scale(right, true, bottom, top);
      if (right != null && other != null) {
        List<Tick> otherTicks = right.ticks(other, (int) ((bottom - top) / 50));
        to -= widest(otherTicks) + LINE_HEIGHT + 10;
        for (Tick tick : otherTicks) {
          words(tick.text(), to + 10, other.at(tick.value()) + 5.5, Align.START, theme.soft());
        }
        upright(right.label(), picture.width() - MARGIN, (top + bottom) / 2);
      }
      Scale horizontal =
          x.scale(
              smallest(all.stream().flatMapToDouble(Series::horizontal), x),
              greatest(all.stream().flatMapToDouble(Series::horizontal)),
              from,
              to);
      axes(horizontal);
      for (Series each : all) {
        Group group = picture.group(each.name());
        draw(each, group, horizontal, each.isRight() && other != null ? other : vertical);
      }
    }

    private Scale scale(Axis axis, boolean isRight, double bottom, double top) {
      return axis.scale(smallest(values(isRight), axis), greatest(values(isRight)), bottom, top);
    }

    private DoubleStream values(boolean isRight) {
      return all.stream()
          .filter(series -> series.isRight() == isRight)
          .flatMapToDouble(Series::vertical);
    }

    private double smallest(DoubleStream values, Axis axis) {
      return values
          .filter(value -> Double.isFinite(value) && (!axis.isLogarithmic() || value > 0))
          .min()
          .orElse(Double.NaN);
    }

    private double greatest(DoubleStream values) {
      return values.filter(Double::isFinite).max().orElse(Double.NaN);
    }

    private double widest(List<Tick> ticks) {
      return ticks.stream()
          .mapToDouble(tick -> GlyphOutlines.ALL.width(tick.text(), TEXT_SIZE))
          .max()
          .orElse(0);
    }

    /** Draws title, note and legend, and returns the top of the space below them. */
    private double head() {
      double width = picture.width() - 2 * MARGIN;
      double line = start + MARGIN + TITLE_SIZE;
      String shown = GlyphOutlines.ALL.fitted(title, TITLE_SIZE, width);
      frame.add(new Words(shown, MARGIN, line, TITLE_SIZE, Align.START, false, theme.ink()));
      if (!note.isEmpty()) {
        line += LINE_HEIGHT + 6;
        String fitted = GlyphOutlines.ALL.fitted(note, TEXT_SIZE, width);
        words(fitted, MARGIN, line, Align.START, theme.soft());
      }
      return legend(line + LINE_HEIGHT + 8);
    }

    private double legend(double first) {
      double line = first;
      double at = MARGIN;
      List<String> done = new ArrayList<>();
      for (Series each : all) {
        if (each.name().isEmpty() || done.contains(each.name())) {
          continue;
        }
        done.add(each.name());
        double width = SWATCH + 10 + GlyphOutlines.ALL.width(each.name(), TEXT_SIZE) + 28;
        if (at > MARGIN && at + width > picture.width() - MARGIN) {
          at = MARGIN;
          line += LINE_HEIGHT;
        }
        swatch(each, at, line - 6);
        words(each.name(), at + SWATCH + 10, line, Align.START, theme.ink());
        at += width;
      }
      return done.isEmpty() ? first : line + LINE_HEIGHT;
    }

    private void swatch(Series each, double at, double middle) {
      Color color = theme.series(each.color());
      switch (each.form()) {
        case DOTS, CURVE ->
            frame.add(new Dots(new double[] {at + SWATCH / 2}, new double[] {middle}, 6, color));
        case AREA, BOX, CELLS, BARS, LANES, FAINT_LANES, ELLIPSES ->
            frame.add(
                new Filled(
                    new Rectangle2D.Double(at, middle - 7, SWATCH, 14),
                    each.form() == Form.BARS || each.form() == Form.LANES
                        ? color
                        : ColorTheme.faded(color, 0.3)));
        default ->
            frame.add(
                new Stroked(
                    new Line2D.Double(at, middle, at + SWATCH, middle),
                    color,
                    3,
                    each.form() == Form.LEVEL
                        || each.form() == Form.MOMENT
                        || each.form() == Form.DASHED_LINE));
      }
    }

    private void axes(Scale horizontal) {
      double from = horizontal.from();
      double to = horizontal.to();
      for (Tick tick : ticks) {
        double at = vertical.at(tick.value());
        frame.add(new Stroked(new Line2D.Double(from, at, to, at), theme.line(), 1, false));
        words(tick.text(), from - 10, at + 5.5, Align.END, theme.soft());
      }
      double used = Double.NEGATIVE_INFINITY;
      for (Tick tick : x.ticks(horizontal, (int) ((to - from) / 110))) {
        double at = horizontal.at(tick.value());
        double half = GlyphOutlines.ALL.width(tick.text(), TEXT_SIZE) / 2;
        frame.add(
            new Stroked(new Line2D.Double(at, bottom, at, bottom + 6), theme.soft(), 1, false));
        if (at - half > used + 12 && at + half < picture.width()) {
          words(tick.text(), at, bottom + LINE_HEIGHT + 2, Align.MIDDLE, theme.soft());
          used = at + half;
        }
      }
      frame.add(new Stroked(new Line2D.Double(from, bottom, to, bottom), theme.soft(), 1.5, false));
      frame.add(
          new Words(
              x.label(),
              (from + to) / 2,
              end - MARGIN,
              TEXT_SIZE,
              Align.MIDDLE,
              false,
              theme.ink()));
      upright(y.label(), MARGIN + 14, (top + bottom) / 2);
    }

    private void words(String text, double x, double y, Align align, Color color) {
      frame.add(new Words(text, x, y, TEXT_SIZE, align, false, color));
    }

    private void upright(String text, double x, double y) {
      frame.add(new Words(text, x, y, TEXT_SIZE, Align.MIDDLE, true, theme.ink()));
    }

    private void draw(Series each, Group group, Scale across, Scale up) {
      Color color = theme.series(each.color());
      switch (each.form()) {
        case DOTS -> {
          double opacity = Math.max(0.25, Math.min(0.9, 300.0 / each.y().length));
          group.add(dots(each, across, up, 4, ColorTheme.faded(color, opacity)));
        }
        case LINE, DASHED_LINE ->
            group.add(
                new Stroked(path(each, across, up), color, 2.5, each.form() == Form.DASHED_LINE));
        case AREA -> {
          group.add(new Filled(filled(each, across, up), ColorTheme.faded(color, 0.25)));
          group.add(new Stroked(path(each, across, up), color, 2, false));
        }
        case CURVE -> {
          group.add(dots(each, across, up, 8, color));
          labels(each, group, across, up);
        }
        case LEVEL -> {
          double at = up.at(each.y()[0]);
          group.add(
              new Stroked(new Line2D.Double(across.from(), at, across.to(), at), color, 2, true));
        }
        case MOMENT -> {
          double at = across.at(each.x()[0]);
          group.add(new Stroked(new Line2D.Double(at, top, at, bottom), color, 2, true));
        }
        case LANES -> group.add(new Filled(lanes(each, across, up), color));
        case FAINT_LANES ->
            group.add(new Filled(lanes(each, across, up), ColorTheme.faded(color, 0.3)));
        case BARS -> bars(each, group, across, up, color);
        case ERRORS -> errors(each, group, across, up, color);
        case BOX -> box(each, group, across, up, color);
        case CELLS -> cells(each, group, across, up, color);
        case ELLIPSES -> {
          for (int i = 0; i < each.x().length; i++) {
            double left = across.at(each.x()[i] - each.more()[i]);
            double wide = across.at(each.x()[i] + each.more()[i]) - left;
            double half = each.more()[each.x().length + i];
            double top = up.at(each.y()[i] + half);
            Ellipse2D around =
                new Ellipse2D.Double(left, top, wide, up.at(each.y()[i] - half) - top);
            group.add(new Filled(around, ColorTheme.faded(color, 0.15)));
            group.add(new Stroked(around, color, 1, false));
          }
        }
      }
    }

    private Dots dots(Series each, Scale across, Scale up, double radius, Color color) {
      int[] shown =
          IntStream.range(0, each.y().length)
              .filter(i -> across.shows(each.x()[i]) && up.shows(each.y()[i]))
              .toArray();
      return new Dots(
          Arrays.stream(shown).mapToDouble(i -> across.at(each.x()[i])).toArray(),
          Arrays.stream(shown).mapToDouble(i -> up.at(each.y()[i])).toArray(),
          radius,
          color);
    }

    private Path2D path(Series each, Scale across, Scale up) {
      Path2D path = new Path2D.Double();
      boolean isOpen = false;
      for (int i = 0; i < each.y().length; i++) {
        boolean isShown = across.shows(each.x()[i]) && up.shows(each.y()[i]);
        if (isShown && isOpen) {
          path.lineTo(across.at(each.x()[i]), up.at(each.y()[i]));
        } else if (isShown) {
          path.moveTo(across.at(each.x()[i]), up.at(each.y()[i]));
          // Without a neighbour, a point would be invisible.
          path.lineTo(across.at(each.x()[i]), up.at(each.y()[i]));
        }
        isOpen = isShown;
      }
      return path;
    }

    private Path2D filled(Series each, Scale across, Scale up) {
      Path2D path = new Path2D.Double();
      double ground = up.from();
      for (int i = 0; i + 1 < each.y().length; i += 2) {
        if (up.shows(each.y()[i])) {
          path.append(
              new Rectangle2D.Double(
                  across.at(each.x()[i]),
                  up.at(each.y()[i]),
                  across.at(each.x()[i + 1]) - across.at(each.x()[i]),
                  ground - up.at(each.y()[i])),
              false);
        }
      }
      return path;
    }

    private void bars(Series each, Group group, Scale across, Scale up, Color color) {
      Path2D path = new Path2D.Double();
      for (int i = 0; i < each.y().length; i++) {
        if (Double.isFinite(each.x()[i])
            && Double.isFinite(each.more()[i])
            && up.shows(each.y()[i])) {
          path.moveTo(across.at(each.x()[i]), up.at(each.y()[i]));
          path.lineTo(across.at(each.more()[i]), up.at(each.y()[i]));
        }
      }
      group.add(new Stroked(path, color, 2, false));
    }

    private Path2D lanes(Series each, Scale across, Scale up) {
      Path2D path = new Path2D.Double();
      double high = 0.8 * (up.at(0) - up.at(1));
      for (int i = 0; i < each.y().length; i++) {
        double from = across.at(each.x()[i]);
        path.append(
            new Rectangle2D.Double(
                from,
                up.at(each.y()[i]) - high / 2,
                Math.max(0.5, across.at(each.more()[i]) - from),
                high),
            false);
      }
      return path;
    }

    private void errors(Series each, Group group, Scale across, Scale up, Color color) {
      Path2D path = new Path2D.Double();
      for (int i = 0; i < each.y().length; i++) {
        if (up.shows(each.y()[i]) && Double.isFinite(each.more()[i])) {
          double at = across.at(each.x()[i]);
          double low = up.at(Math.max(0, each.y()[i] - each.more()[i]));
          double high = up.at(each.y()[i] + each.more()[i]);
          path.append(new Line2D.Double(at, low, at, high), false);
          path.append(new Line2D.Double(at - 5, low, at + 5, low), false);
          path.append(new Line2D.Double(at - 5, high, at + 5, high), false);
        }
      }
      group.add(new Stroked(path, color, 1.5, false));
    }

    private void box(Series each, Group group, Scale across, Scale up, Color color) {
      double[] sorted = each.y();
      if (sorted.length == 0) {
        return;
      }
      double position = each.x()[0];
      double low = quantile(sorted, 0.25);
      double high = quantile(sorted, 0.75);
      double reach = 1.5 * (high - low);
      double least = Arrays.stream(sorted).filter(value -> value >= low - reach).min().orElse(low);
      double most = Arrays.stream(sorted).filter(value -> value <= high + reach).max().orElse(high);
      double left = across.at(position - 0.12);
      double wide = across.at(position + 0.12) - left;
      double middle = left + wide / 2;
      double[] spread = new double[sorted.length];
      // Dots beside each other: their order is fixed, so that equal values give equal pictures.
      Arrays.setAll(spread, i -> across.at(position - 0.3 + 0.16 * ((i * 0.618034) % 1 - 0.5)));
      group.add(
          new Dots(
              spread,
              Arrays.stream(sorted).map(up::at).toArray(),
              2.5,
              ColorTheme.faded(color, 0.45)));
      Rectangle2D box = new Rectangle2D.Double(left, up.at(high), wide, up.at(low) - up.at(high));
      group.add(new Filled(box, ColorTheme.faded(color, 0.25)));
      group.add(new Stroked(box, color, 2, false));
      Path2D lines = new Path2D.Double();
      lines.append(new Line2D.Double(middle, up.at(high), middle, up.at(most)), false);
      lines.append(new Line2D.Double(middle, up.at(low), middle, up.at(least)), false);
      for (double end : new double[] {least, most}) {
        lines.append(
            new Line2D.Double(middle - wide / 4, up.at(end), middle + wide / 4, up.at(end)), false);
      }
      group.add(new Stroked(lines, color, 2, false));
      double median = up.at(quantile(sorted, 0.5));
      group.add(new Stroked(new Line2D.Double(left, median, left + wide, median), color, 4, false));
    }

    private static double quantile(double[] sorted, double share) {
      double at = share * (sorted.length - 1);
      int below = (int) at;
      int above = Math.min(below + 1, sorted.length - 1);
      return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    private void cells(Series each, Group group, Scale across, Scale up, Color color) {
      double most = each.labels().stream().mapToDouble(Double::parseDouble).max().orElse(1);
      for (int i = 0; i < each.x().length; i++) {
        double count = Double.parseDouble(each.labels().get(i));
        double left = across.at(each.x()[i]);
        double wide = across.at(each.more()[i]) - left;
        double top = up.at(each.y()[2 * i + 1]);
        double high = up.at(each.y()[2 * i]) - top;
        Rectangle2D cell = new Rectangle2D.Double(left, top, wide, high);
        group.add(new Filled(cell, ColorTheme.faded(color, 0.12 + 0.7 * count / most)));
        String text = each.labels().get(i);
        if (GlyphOutlines.ALL.width(text, TEXT_SIZE) < wide - 4 && high > TEXT_SIZE) {
          group.add(
              new Words(
                  text,
                  left + wide / 2,
                  top + high / 2 + 5.5,
                  TEXT_SIZE,
                  Align.MIDDLE,
                  false,
                  count / most > 0.5 ? theme.paper() : theme.ink()));
        }
      }
    }

    /**
     * Writes the texts of points, each at a place where it covers no other one, if there is one.
     */
    private void labels(Series each, Group group, Scale across, Scale up) {
      for (int i = 0; i < each.y().length; i++) {
        String text = each.labels().get(i);
        double width = GlyphOutlines.ALL.width(text, TEXT_SIZE);
        double atX = across.at(each.x()[i]);
        double atY = up.at(each.y()[i]);
        double[][] places = {
          {atX - width / 2, atY - 14},
          {atX + 14, atY + 5.5},
          {atX - width - 14, atY + 5.5},
          {atX - width / 2, atY + 26}
        };
        for (double[] place : places) {
          Rectangle2D box =
              new Rectangle2D.Double(place[0], place[1] - TEXT_SIZE, width, TEXT_SIZE + 2);
          if (place[0] > across.from()
              && place[0] + width < picture.width()
              && taken.stream().noneMatch(box::intersects)) {
            taken.add(box);
            group.add(new Filled(box, ColorTheme.faded(theme.paper(), 0.75)));
            group.add(
                new Words(text, place[0], place[1], TEXT_SIZE, Align.START, false, theme.ink()));
            break;
          }
        }
      }
    }
  }
}
