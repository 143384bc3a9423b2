package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stability.LiveState;
import io.longhaul.metrics.stability.LiveVerdict;
import io.longhaul.metrics.stability.LiveVerdict.Change;
import io.longhaul.metrics.stats.NumberText;
import java.util.Locale;

/**
 * How stable a figure of a run in progress is.
 *
 * @param figure the figure
 * @param verdict the verdict after the newest slice
 * @param sliceSeconds length of a slice
 */
public record LiveFigure(FigureOfSlices figure, LiveVerdict verdict, double sliceSeconds) {
  private static final String GPU_POWER = "GPU Power";

  /** Returns the name for people, such as {@code Time to First Token p99}. */
  public String name() {
    String header = Metric.ofTag(figure.name()).map(Metric::header).orElse(GPU_POWER);
    return figure.statistic() == null ? header : header + " " + figure.statistic();
  }

  /** Returns the start of the change, in seconds since the start of the run. */
  public double sinceSeconds() {
    return change().slice() * sliceSeconds;
  }

  /** Returns the change; only for a state that has one. */
  public Change change() {
    return verdict.change().orElseThrow();
  }

  /** Returns whether a shift or a drift has been found, not only a possible one. */
  public boolean isChanged() {
    return verdict.state() == LiveState.SHIFT || verdict.state() == LiveState.DRIFT;
  }

  /** Returns the verdict as words without the name of the figure. */
  public String text() {
    return switch (verdict.state()) {
      case SETTLING -> "settling";
      case STEADY -> "steady";
      case POSSIBLE_SHIFT -> "possible shift " + changeText();
      case SHIFT -> "shift " + changeText();
      case DRIFT -> "drift " + changeText();
    };
  }

  /** Returns the change, such as {@code since 0:32:10, 212 to 251 ms (+18 %)}. */
  String changeText() {
    Change change = change();
    String percent =
        change.from() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                " (%+.0f %%)",
                100 * (change.to() - change.from()) / Math.abs(change.from()));
    return "since "
        + Durations.clock(sinceSeconds())
        + ", "
        + NumberText.grouped(change.from())
        + " to "
        + withUnit(change.to())
        + percent;
  }

  /** Returns the newest level with its unit. */
  String levelText() {
    return withUnit(verdict.level());
  }

  private String withUnit(double value) {
    return NumberText.grouped(value) + " " + figure.unit();
  }
}
