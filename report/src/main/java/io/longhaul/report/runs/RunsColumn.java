package io.longhaul.report.runs;

import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Durations;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The columns of the table of all runs. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum RunsColumn {
  RUN("Run", ListedRun::runId),
  START("Start (UTC)", RunsColumn::start, value -> clock((long) value)),
  DURATION("Duration", ListedRun::seconds, value -> Durations.clock((double) Math.round(value))),
  STATUS("Status", RunsColumn::status),
  TRUSTED("Trusted", run -> run.trusted().map(trusted -> trusted ? "yes" : "no").orElse("")),
  MODEL("Model", ListedRun::models),
  LOAD("Load", ListedRun::load),
  REQUESTS("Requests", run -> run.figures().requests(), RunsColumn::count),
  ERRORS("Errors", run -> run.figures().errors(), RunsColumn::count),
  TTFT_P50("TTFT p50, ms", run -> run.figures().ttftP50Millis(), Figures::of),
  TTFT_P99("TTFT p99, ms", run -> run.figures().ttftP99Millis(), Figures::of),
  GOODPUT("Goodput, requests/s", run -> run.figures().goodput(), Figures::of),
  TARGET("Target", ListedRun::target);

  private final String header;
  private final boolean isNumber;
  private final Function<ListedRun, String> text;
  private final Predicate<ListedRun> isUnknown;
  private final Comparator<ListedRun> comparator;

  RunsColumn(String header, Function<ListedRun, String> text) {
    this.header = header;
    this.isNumber = false;
    this.text = text;
    this.isUnknown = run -> text.apply(run).isEmpty();
    this.comparator = Comparator.comparing(text, String.CASE_INSENSITIVE_ORDER);
  }

  /** Writes numbers. */
  private interface Format {
    String text(double value);
  }

  RunsColumn(String header, ToDoubleFunction<ListedRun> value, Format format) {
    this.header = header;
    this.isNumber = true;
    this.isUnknown = run -> Double.isNaN(value.applyAsDouble(run));
    this.text = run -> isUnknown.test(run) ? Figures.NONE : format.text(value.applyAsDouble(run));
    this.comparator = Comparator.comparingDouble(value);
  }

  private static String status(ListedRun run) {
    return run.status().words() + (run.detail().isEmpty() ? "" : ": " + run.detail());
  }

  private static String count(double value) {
    return Figures.count((long) value);
  }

  private static double start(ListedRun run) {
    return run.startEpochNanos() == 0 ? Double.NaN : (double) run.startEpochNanos();
  }

  private static String clock(long epochNanos) {
    return Instant.ofEpochSecond(0, epochNanos)
        .toString()
        .replaceFirst("^([^T]+)T([0-9:]+).*", "$1 $2");
  }

  public String header() {
    return header;
  }

  public boolean isNumber() {
    return isNumber;
  }

  public String text(ListedRun run) {
    return text.apply(run);
  }

  /** Returns the name in a query. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the column with a name. */
  public static Optional<RunsColumn> named(String key) {
    return Arrays.stream(values()).filter(column -> column.key().equals(key)).findFirst();
  }

  /** Returns whether the first click on the header sorts the greatest value to the top. */
  public boolean isGreatestFirst() {
    return isNumber;
  }

  /** Compares runs by this column; those without a value come last in either order. */
  Comparator<ListedRun> comparator(boolean descending) {
    return Comparator.<ListedRun, Boolean>comparing(isUnknown::test)
        .thenComparing(descending ? comparator.reversed() : comparator);
  }

  /** Returns all texts of a run, in which the words of a filter occur. */
  static String textOf(ListedRun run) {
    return List.of(RUN, START, STATUS, MODEL, TARGET, LOAD).stream()
        .map(column -> column.text(run))
        .collect(Collectors.joining("\n"));
  }
}
