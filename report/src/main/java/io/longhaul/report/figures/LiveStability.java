package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stability.LiveState;
import io.longhaul.metrics.stability.LiveVerdict;
import io.longhaul.metrics.stability.ShiftDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How stable the most important figures of a run are while it is in progress: those that {@link
 * RunStability} judges at its end. Slices that cannot be trusted, that the run does not cover, or
 * in which the load has ended, do not count; a planned change of the load begins anew. For one
 * thread.
 */
public final class LiveStability {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String PER_SECOND = "/sec";

  /** Figures whose changes begin in so many slices have changed together. */
  private static final int TOGETHER = 2;

  private static final int MOST_TOGETHER = 3;

  private final long sliceNanos;
  private final PlannedLoad load;
  private final List<Watched> all;
  private long notTrusted;
  private long requestsDone;
  private boolean hasEnded;

  /** A figure, and the detector of its changes. */
  private static final class Watched {
    private final FigureOfSlices figure;
    private final ShiftDetector detector;
    private boolean hasValue;
    private boolean isDriftKnown;
    private LiveVerdict before;

    Watched(FigureOfSlices figure, ShiftDetector detector) {
      this.figure = figure;
      this.detector = detector;
      this.before = detector.verdict();
    }

    void add(SliceRow slice) {
      double value = figure.value().applyAsDouble(slice);
      // A rate that is always 0, such as the goodput without objectives, is not a figure of the
      // run.
      hasValue |= Double.isFinite(value) && (value != 0 || !figure.unit().endsWith(PER_SECOND));
      if (hasValue) {
        detector.add(slice.getSliceIndex(), value);
      }
    }
  }

  /**
   * What has become known with a slice.
   *
   * @param seconds start of the change, or of the slice in which it ended, since the start of the
   *     run
   */
  public record News(double seconds, String text) {}

  /**
   * The verdicts after a slice.
   *
   * @param figures the figures that the run has
   * @param news what has become known with the slice, such as a shift
   * @param slicesNotTrusted number of slices so far that cannot be trusted and do not count
   */
  public record Judgement(List<LiveFigure> figures, List<News> news, long slicesNotTrusted) {
    /** No verdicts. */
    public static final Judgement NONE = new Judgement(List.of(), List.of(), 0);

    public Judgement {
      figures = List.copyOf(figures);
      news = List.copyOf(news);
    }
  }

  /**
   * Creates verdicts of a run without slices.
   *
   * @param sliceNanos length of a slice
   */
  public LiveStability(long sliceNanos, PlannedLoad load) {
    this.sliceNanos = sliceNanos;
    this.load = load;
    List<FigureOfSlices> figures = RunStability.watched();
    this.all =
        figures.stream()
            .map(
                figure ->
                    new Watched(
                        figure,
                        new ShiftDetector(sliceSeconds(), figures.size(), figure.leastEffect())))
            .toList();
  }

  private double sliceSeconds() {
    return sliceNanos / NANOS_PER_SECOND;
  }

  /** The load has ended: further slices are not judged. */
  public void loadEnded() {
    hasEnded = true;
  }

  /** Adds a finished slice; its index is greater than those of the earlier ones. */
  public Judgement finished(SliceRow slice) {
    List<News> news = add(slice);
    return new Judgement(figures(), news, notTrusted);
  }

  private List<News> add(SliceRow slice) {
    long from = slice.getSliceIndex() * sliceNanos;
    long until = from + sliceNanos;
    requestsDone += slice.getRequestsSent() + notIssued(slice);
    hasEnded |=
        load.endNanos().orElse(Long.MAX_VALUE) < until
            || load.requests().orElse(Long.MAX_VALUE) <= requestsDone;
    boolean mayHaveEnded = load.hasUnknownEnd() && slice.getRequestsSent() == 0;
    if (hasEnded || mayHaveEnded || slice.getCoveredNs() < sliceNanos) {
      return List.of();
    }
    if (load.changes().areWithin(from, until)) {
      all.forEach(each -> each.detector.restart());
    } else if (slice.getEmpty() || slice.getTrusted()) {
      all.forEach(each -> each.add(slice));
    } else {
      notTrusted++;
    }
    return news(from / NANOS_PER_SECOND);
  }

  /** Returns the planned requests that are never sent. */
  private static long notIssued(SliceRow slice) {
    return slice.getNotIssuedNoSlot()
        + slice.getNotIssuedScheduleOverrun()
        + slice.getNotIssuedStallSkipped()
        + slice.getNotIssuedStop();
  }

  private List<LiveFigure> figures() {
    return all.stream().filter(each -> each.hasValue).map(this::figure).toList();
  }

  private LiveFigure figure(Watched watched) {
    return new LiveFigure(watched.figure, watched.detector.verdict(), sliceSeconds());
  }

  private List<News> news(double seconds) {
    List<LiveFigure> shifted = new ArrayList<>();
    List<News> news = new ArrayList<>();
    for (Watched each : all) {
      LiveFigure now = figure(each);
      LiveVerdict before = each.before;
      each.before = now.verdict();
      if (now.verdict().state() == LiveState.SHIFT && isNew(before, now.verdict())) {
        shifted.add(now);
      } else if (now.verdict().state() == LiveState.DRIFT && !each.isDriftKnown) {
        each.isDriftKnown = true;
        news.add(new News(now.sinceSeconds(), "Drift: " + now.name() + " " + now.changeText()));
      } else if (before.state() == LiveState.SHIFT && now.verdict().state() == LiveState.STEADY) {
        news.add(new News(seconds, "Shift: " + end(before, now)));
      }
      each.isDriftKnown &= continuesDrift(now.verdict().state());
    }
    if (!shifted.isEmpty()) {
      news.add(0, shift(shifted));
    }
    return news;
  }

  private static boolean isNew(LiveVerdict before, LiveVerdict now) {
    return before.state() != LiveState.SHIFT
        || before.change().orElseThrow().slice() != now.change().orElseThrow().slice();
  }

  /** A possible shift in between does not end a drift. */
  private static boolean continuesDrift(LiveState state) {
    return state == LiveState.DRIFT || state == LiveState.POSSIBLE_SHIFT;
  }

  private static String end(LiveVerdict before, LiveFigure now) {
    LiveVerdict.Change change = before.change().orElseThrow();
    double level = now.verdict().level();
    boolean isBack = Math.abs(level - change.from()) < Math.abs(level - change.to());
    return now.name()
        + (isBack ? " is back to normal, " + now.levelText() : " stays at " + now.levelText());
  }

  private News shift(List<LiveFigure> shifted) {
    double since = shifted.stream().mapToDouble(LiveFigure::sinceSeconds).min().orElseThrow();
    String figures =
        shifted.stream()
            .map(each -> each.name() + " " + each.changeText())
            .collect(Collectors.joining("; "));
    String others =
        figures().stream()
            .filter(each -> each.verdict().change().isPresent() && !isOneOf(shifted, each))
            .filter(each -> Math.abs(each.sinceSeconds() - since) <= TOGETHER * sliceSeconds())
            .limit(MOST_TOGETHER)
            .map(LiveFigure::name)
            .collect(Collectors.joining(", "));
    return new News(
        since, "Shift: " + figures + (others.isEmpty() ? "" : ", together with " + others));
  }

  private static boolean isOneOf(List<LiveFigure> figures, LiveFigure figure) {
    return figures.stream().anyMatch(each -> each.figure().equals(figure.figure()));
  }
}
