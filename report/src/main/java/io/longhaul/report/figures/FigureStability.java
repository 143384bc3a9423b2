package io.longhaul.report.figures;

import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.Stability.Shift;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.metrics.stats.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How stable one figure of a run was.
 *
 * @param shifts the shifts of the stability, each with what else changed at the same time
 * @param hours length of the run under load
 */
public record FigureStability(
    FigureOfSlices figure, Stability stability, List<ExplainedShift> shifts, double hours) {
  private static final int MOST_IN_SENTENCE = 4;
  private static final int MOST_MARKS_IN_SENTENCE = 2;

  /**
   * A shift and what else changed.
   *
   * @param changed other figures whose level changed at the same slice, the greatest relative
   *     change first
   * @param marks texts of the marks in the slice of the shift and in the slice before, by time
   */
  public record ExplainedShift(Shift shift, List<Change> changed, List<String> marks) {
    public ExplainedShift {
      changed = List.copyOf(changed);
      marks = List.copyOf(marks);
    }
  }

  /**
   * A change of another figure.
   *
   * @param gpu the GPU; empty if it is a figure of the run, or the mean of all GPUs
   * @param unit display unit; empty if it has none
   * @param from mean before
   * @param to mean after
   */
  public record Change(String figure, String gpu, String unit, double from, double to) {
    /** Returns the name of the figure, with the GPU. */
    String name() {
      return gpu.isEmpty() ? figure : figure + " of " + gpu;
    }
  }

  public FigureStability {
    shifts = List.copyOf(shifts);
  }

  /** Returns the result as a sentence without the name of the figure. */
  public String text() {
    return switch (stability.state()) {
      case TOO_SHORT -> tooShort(stability.slices());
      case STEADY -> "mean " + withUnit(stability.mean(), figure.unit()) + settled();
      case DRIFT -> drift(stability.trend().orElseThrow());
      case SHIFT -> shiftText();
      case NO_STEADY_STATE -> unsteady();
    };
  }

  /** Returns why a figure was not judged, of which this number of slices have a value. */
  static String tooShort(int slices) {
    return slices < Stability.SLICES_NEEDED
        ? String.format(
            Locale.ROOT, "%,d slices have a value, %d are needed", slices, Stability.SLICES_NEEDED)
        : String.format(
            Locale.ROOT, "only %,d slices have a value, too few for the length of the run", slices);
  }

  private String settled() {
    return stability.settlingSeconds() > 0
        ? ", settled after " + grouped(stability.settlingSeconds()) + " s"
        : "";
  }

  private String drift(Trend trend) {
    return changed(trend.change())
        + " over the run: "
        + changed(trend.slopePerHour())
        + " per hour, 95 % confidence "
        + signed(trend.slopeLow())
        + " to "
        + signed(trend.slopeHigh())
        + "; "
        + withUnit(trend.projected(), figure.unit())
        + " after another "
        + duration()
        + (shifts.isEmpty() ? "" : "; also " + shiftText());
  }

  private String duration() {
    return hours >= 1 ? grouped(hours) + " h" : grouped(hours * 60) + " min";
  }

  /** Returns a change of the figure with its unit, and in percent of the mean. */
  private String changed(double change) {
    double mean = stability.mean();
    String percent = mean == 0 ? "" : " (" + signed(100 * change / Math.abs(mean)) + " %)";
    return signed(change) + unitOf(figure.unit()) + percent;
  }

  private String shiftText() {
    return shifts.stream().map(this::shiftText).collect(Collectors.joining("; "));
  }

  private String shiftText(ExplainedShift explained) {
    Shift shift = explained.shift();
    String percent =
        shift.from() == 0
            ? ""
            : " (" + signed(100 * (shift.to() - shift.from()) / Math.abs(shift.from())) + " %)";
    String text =
        String.format(
            Locale.ROOT,
            "%s to %s%s at %s s (slice %d)",
            grouped(shift.from()),
            withUnit(shift.to(), figure.unit()),
            percent,
            grouped(shift.seconds()),
            shift.slice());
    List<String> changes = new ArrayList<>();
    explained.marks().stream()
        .limit(MOST_MARKS_IN_SENTENCE)
        .forEach(mark -> changes.add("the mark \"" + mark + "\""));
    for (Change change : explained.changed()) {
      if (changes.size() < MOST_IN_SENTENCE) {
        changes.add(
            change.name()
                + " "
                + grouped(change.from())
                + " to "
                + withUnit(change.to(), change.unit()));
      }
    }
    return changes.isEmpty() ? text : text + ", together with " + String.join(", ", changes);
  }

  private String unsteady() {
    String cov =
        stability.cov().isPresent()
            ? "coefficient of variation "
                + NumberText.decimals(100 * stability.cov().getAsDouble(), 1)
                + " %, "
            : "";
    return cov + shifts.size() + (shifts.size() == 1 ? " shift" : " shifts");
  }

  private static String withUnit(double value, String unit) {
    return grouped(value) + unitOf(unit);
  }

  private static String unitOf(String unit) {
    return unit.isEmpty() ? "" : " " + unit;
  }

  private static String grouped(double value) {
    String text = NumberText.grouped(value);
    return text.equals("-0.00") ? "0.00" : text;
  }

  private static String signed(double value) {
    return (value > 0 ? "+" : "") + grouped(value);
  }
}
