package io.longhaul.cli.dashboard;

import io.longhaul.cli.console.ProgressSnapshot;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.LiveFigure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The lines of the dashboard, a function of its state and of the size of the window. A large window
 * shows each GPU and more events; a small one omits them.
 */
record DashboardLayout(Glyphs glyphs, Styles styles) {
  static final int MIN_COLUMNS = 60;
  static final int MIN_ROWS = 20;

  private static final int MIN_EVENTS = 3;
  private static final int MAX_BAR = 40;
  private static final int MAX_CHANGES = 2;
  private static final int MIN_ROWS_WITH_LIVE_VIEW = 27;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final String GAP = "  ";

  /** Returns whether a window is large enough. */
  static boolean fits(int columns, int rows) {
    return columns >= MIN_COLUMNS && rows >= MIN_ROWS;
  }

  /** Returns at most as many lines as the window has rows, none wider than the window. */
  List<AttributedString> lines(DashboardState state, int columns, int rows) {
    List<Row> page = fits(columns, rows) ? page(state, columns, rows) : tooSmall(state, columns);
    return page.stream().limit(rows).map(row -> row.within(columns, glyphs.cut())).toList();
  }

  private List<Row> tooSmall(DashboardState state, int columns) {
    List<Row> page = new ArrayList<>(head(state, columns));
    page.add(
        new Row()
            .add(
                "The dashboard needs %d columns and %d rows".formatted(MIN_COLUMNS, MIN_ROWS),
                styles.warning()));
    return page;
  }

  private List<Row> page(DashboardState state, int columns, int rows) {
    List<Row> head = new ArrayList<>(head(state, columns));
    Row liveView = new Row().add("Live view  ", styles.heading()).add(state.liveView());
    // A URL that is cut is useless.
    if (!state.liveView().isEmpty()
        && rows >= MIN_ROWS_WITH_LIVE_VIEW
        && liveView.length() <= columns) {
      head.add(liveView);
    }
    List<Row> figures = FigureRows.of(state, columns, glyphs, styles);
    List<Row> findings = findings(state);
    int heading = 1;
    int spare = rows - head.size() - figures.size() - findings.size() - heading - MIN_EVENTS;
    List<Row> gpus = gpus(state.gpus(), Math.max(0, spare));
    boolean hasGaps = spare - gpus.size() >= 3;
    List<Row> page = new ArrayList<>(head);
    addGap(page, hasGaps);
    page.addAll(figures);
    page.addAll(gpus);
    addGap(page, hasGaps);
    page.addAll(findings);
    addGap(page, hasGaps);
    addEvents(page, state.events(), rows);
    return page;
  }

  private static void addGap(List<Row> page, boolean wanted) {
    if (wanted) {
      page.add(new Row());
    }
  }

  /** Returns the title and the phase. */
  private List<Row> head(DashboardState state, int columns) {
    ProgressSnapshot progress = state.progress();
    Row title = new Row().add("Longhaul  " + state.title(), styles.figure());
    String clock = clock(progress.elapsedNanos());
    Row withClock = new Row();
    withClock.add(
        title.within(columns - clock.length() - 2, glyphs.cut()).toString(), styles.figure());
    withClock.endingAt(columns, clock, AttributedStyle.DEFAULT);
    return List.of(withClock, phase(progress, columns));
  }

  private Row phase(ProgressSnapshot progress, int columns) {
    Row row = new Row().add(progress.stage(), styles.figure());
    if (progress.share().isPresent()) {
      int room = columns - row.length() - progress.shareInWords().length() - 2 * GAP.length();
      int bar = Math.max(0, Math.min(MAX_BAR, room));
      int done = (int) Math.floor(progress.share().getAsDouble() * bar);
      row.add(GAP)
          .add(String.valueOf(glyphs.done()).repeat(done), styles.chart())
          .add(String.valueOf(glyphs.left()).repeat(bar - done), styles.heading())
          .add(GAP + progress.shareInWords());
    }
    return progress.detail().isEmpty() ? row : row.add(GAP + progress.detail());
  }

  /** Returns the errors by kind, the health of the generators, and why a slice is not trusted. */
  private List<Row> findings(DashboardState state) {
    List<Row> rows = new ArrayList<>();
    Map<String, Long> errors = state.totals().errorsByKind();
    if (!errors.isEmpty()) {
      String kinds =
          errors.entrySet().stream()
              .sorted(
                  Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .map(error -> Figures.count(error.getValue()) + " " + error.getKey())
              .collect(Collectors.joining(", "));
      rows.add(new Row().add("Errors so far: " + kinds, styles.warning()));
    }
    rows.addAll(changes(state.figures()));
    rows.add(new Row().add(GeneratorHealth.of(state.lanes())));
    List<SlicePoint> slices = state.slices();
    for (int i = slices.size() - 1; i >= 0; i--) {
      SlicePoint slice = slices.get(i);
      if (!slice.isTrusted()) {
        String verb = i == slices.size() - 1 ? " is" : " was";
        String why = String.join("; ", slice.distrust());
        rows.add(
            new Row()
                .add("Slice " + slice.index() + verb + " not trusted: " + why, styles.warning()));
        break;
      }
    }
    return rows;
  }

  /** Returns the figures whose level has changed, shifts and drifts before possible ones. */
  private List<Row> changes(List<LiveFigure> figures) {
    List<LiveFigure> changed =
        figures.stream()
            .filter(figure -> figure.verdict().change().isPresent())
            .sorted(Comparator.comparing(figure -> !figure.isChanged()))
            .toList();
    List<Row> rows = new ArrayList<>();
    for (LiveFigure figure : changed.subList(0, Math.min(MAX_CHANGES, changed.size()))) {
      String more =
          rows.size() == MAX_CHANGES - 1 && changed.size() > MAX_CHANGES
              ? ", %d more".formatted(changed.size() - MAX_CHANGES)
              : "";
      AttributedStyle style = figure.isChanged() ? styles.warning() : AttributedStyle.DEFAULT;
      rows.add(new Row().add(figure.name() + ": " + figure.text() + more, style));
    }
    return rows;
  }

  private List<Row> gpus(List<GpuNow> gpus, int room) {
    int shown = gpus.size() <= room ? gpus.size() : Math.max(0, room - 1);
    List<Row> rows = new ArrayList<>();
    gpus.subList(0, shown).forEach(gpu -> rows.add(gpu(gpu)));
    if (shown > 0 && shown < gpus.size()) {
      rows.add(new Row().add(GAP + "and " + (gpus.size() - shown) + " more"));
    }
    return rows;
  }

  private Row gpu(GpuNow gpu) {
    Row row = new Row().add(GAP + gpu.name());
    row.endingAt(28, figure("%,.0f W", gpu.watts()), styles.figure());
    row.endingAt(42, figure("%.0f %% busy", gpu.busyPercent()), AttributedStyle.DEFAULT);
    String used = figure("%.1f", gpu.usedBytes() / BYTES_PER_GIB);
    String total = figure("%.1f", gpu.totalBytes() / BYTES_PER_GIB);
    row.endingAt(61, used + " of " + total + " GiB", AttributedStyle.DEFAULT);
    row.endingAt(67, figure("%.0f C", gpu.celsius()), AttributedStyle.DEFAULT);
    return row.add(GAP + gpu.model(), styles.heading());
  }

  private static String figure(String format, double value) {
    return Double.isNaN(value) ? Figures.NONE : String.format(Locale.ROOT, format, value);
  }

  private void addEvents(List<Row> page, List<DashboardState.Event> events, int rows) {
    page.add(new Row().add("Events (Ctrl-C ends the load)", styles.heading()));
    int room = Math.max(0, rows - page.size());
    List<DashboardState.Event> newest =
        events.subList(Math.max(0, events.size() - room), events.size());
    for (DashboardState.Event event : newest) {
      boolean isWarning = event.text().startsWith("Warning") || event.text().startsWith("Stopping");
      page.add(
          new Row()
              .endingAt(9, clock(event.elapsedNanos()), styles.heading())
              .add(GAP)
              .add(event.text(), isWarning ? styles.warning() : AttributedStyle.DEFAULT));
    }
  }

  /** Formats a time as hours, minutes and seconds, such as {@code 1:02:03}. */
  static String clock(long nanos) {
    Duration time = Duration.ofNanos(nanos);
    String ofDay =
        String.format(
            Locale.ROOT,
            "%d:%02d:%02d",
            time.toHoursPart(),
            time.toMinutesPart(),
            time.toSecondsPart());
    return time.toDays() == 0 ? ofDay : time.toDays() + " d " + ofDay;
  }
}
