package io.longhaul.cli.console;

import io.longhaul.control.coordinator.LiveLoad;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.report.console.Figures;
import io.longhaul.wire.Mark;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints the progress of a run on its own thread: the figures of the newest finished slice, or of
 * the generators before the first slice, with the completed part of the load and the remaining
 * time. On a terminal this is one line of the terminal's width, rewritten twice a second, or a
 * {@link WholeScreen}; in a pipe and in the log it is one line for each stage and further lines at
 * the configured interval. Warnings are permanent, each on its own line.
 */
public final class ProgressLine implements RunListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLine.class);
  private static final long UPDATE_INTERVAL_MILLIS = 500;
  private static final String CLEAR = "\r\u001b[K";
  private static final String DISABLE_WRAP = "\u001b[?7l";
  private static final String ENABLE_WRAP = "\u001b[?7h";
  private static final String RUNNING = "Running";
  private static final String COUNTING = "Counting";

  private final PrintStream err;
  private final ProgressStyle style;
  private final WholeScreen screen;
  private final long betweenLinesNanos;
  private final long startNanos = System.nanoTime();
  private final Thread writer;
  private final TerminalWidth terminal = new TerminalWidth();
  private volatile Supplier<LiveLoad> load = () -> LiveLoad.NONE;
  private volatile Supplier<Optional<SliceRow>> slices = Optional::empty;
  private volatile LoadProgress expected = LoadProgress.UNKNOWN;
  private volatile long loadStartNanos;
  private volatile Stage stage = new Stage("Starting", "", false);
  private volatile String awaited = "";
  private final Queue<Unprinted> unprinted = new ConcurrentLinkedQueue<>();
  private final SlowStart slowStart = new SlowStart();
  private volatile boolean closed;

  /** Content of the last permanent line. */
  private String printedStage = "";

  private long slicesPrinted;
  private long printedNanos;

  /**
   * A line that the thread of the progress prints.
   *
   * @param isAlways whether it is also printed if no progress is shown
   */
  private record Unprinted(String line, boolean isAlways) {}

  /**
   * Stage of the run.
   *
   * @param detail progress within the stage; empty if unknown
   * @param loaded whether the load has started
   */
  private record Stage(String words, String detail, boolean loaded) {}

  /**
   * Starts to print the progress, if the style requires it; warnings and the log are always
   * written.
   *
   * @param err receives the output
   * @param betweenLines interval between permanent lines about the newest slice; zero for none
   */
  public ProgressLine(PrintStream err, ProgressStyle style, Duration betweenLines) {
    this(err, style, betweenLines, WholeScreen.NONE);
  }

  /**
   * Starts to show the progress on a screen.
   *
   * @param err receives warnings
   * @param betweenLines interval between lines in the log about the newest slice; zero for none
   * @param screen closed with this object
   */
  public static ProgressLine onScreen(PrintStream err, Duration betweenLines, WholeScreen screen) {
    return new ProgressLine(err, ProgressStyle.DASHBOARD, betweenLines, screen);
  }

  private ProgressLine(
      PrintStream err, ProgressStyle style, Duration betweenLines, WholeScreen screen) {
    this.err = err;
    this.style = style;
    this.screen = screen;
    this.betweenLinesNanos = betweenLines.toNanos();
    this.writer = new Thread(this::showUntilClosed, "progress");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Shows the given load from now on.
   *
   * @param whole expected extent of the load
   */
  public void follow(
      LoadProgress whole, Supplier<LiveLoad> live, Supplier<Optional<SliceRow>> newestSlice) {
    expected = whole;
    load = live;
    slices = newestSlice;
  }

  /** Sets what the start of the run waits for; a note is printed if this takes long. */
  public void waitingFor(String what) {
    awaited = what;
  }

  /** Shows the current stage. */
  public void showStage(String words) {
    stage = new Stage(words, "", stage.loaded());
  }

  /**
   * Shows the number of committed rows.
   *
   * @param rows rows committed so far
   * @param wanted expected rows; empty while the job still computes them
   */
  public void rowsCommitted(long rows, OptionalLong wanted) {
    String whole = wanted.isPresent() ? " of " + Figures.count(wanted.getAsLong()) : "";
    String detail = Figures.count(rows) + whole + " rows written";
    stage = new Stage(COUNTING, detail, stage.loaded());
  }

  @Override
  public void generatorsPresent(int generators) {
    showStage("Building prompts and rehearsing");
    waitingFor("generators to build prompts and to rehearse");
  }

  @Override
  public void generatorsReady() {
    showStage("Ready");
    waitingFor("");
  }

  @Override
  public void awaitingJob() {
    showStage("Waiting for the job to read this run");
  }

  @Override
  public void warmupStarted() {
    showStage("Warming up");
  }

  @Override
  public void starting(long runStartEpochNanos) {
    long untilThenMillis =
        TimeUnit.NANOSECONDS.toMillis(runStartEpochNanos) - System.currentTimeMillis();
    loadStartNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(untilThenMillis);
    stage = new Stage(RUNNING, "", true);
    waitingFor("");
  }

  @Override
  public synchronized void warned(String warning) {
    printLine("Warning: " + warning);
  }

  /** Prints the mark on the thread of the progress; never waits for a terminal. */
  @Override
  public void marked(Mark mark) {
    unprinted.add(new Unprinted("Mark: " + mark.getText(), true));
  }

  /** Prints a note. */
  public synchronized void note(String sentence) {
    printLine("Note: " + sentence);
  }

  /**
   * Prints what has become known of the figures on the thread of the progress, unless no progress
   * is shown, and logs it. Never waits for a terminal.
   */
  public void news(String sentence) {
    unprinted.add(new Unprinted(sentence, false));
  }

  private void printUnprinted() {
    for (Unprinted next = unprinted.poll(); next != null; next = unprinted.poll()) {
      LOG.info("{}", next.line());
      if (next.isAlways() || style != ProgressStyle.NONE) {
        printLine(next.line());
      }
    }
  }

  /** Prints a permanent line. */
  private void printLine(String line) {
    err.println((style == ProgressStyle.REWRITTEN ? CLEAR : "") + line);
  }

  @Override
  public synchronized void stopping(String because) {
    showStage("Stopping");
    waitingFor("");
    if (!because.isEmpty()) {
      printLine("Stopping early: " + because);
    }
  }

  @Override
  public void loadEnded() {
    showStage(COUNTING);
  }

  private void showUntilClosed() {
    try {
      while (!closed) {
        if (style == ProgressStyle.REWRITTEN) {
          rewrite();
        }
        screen.show(progress());
        printNews();
        slowStart.check(awaited).ifPresent(this::note);
        TimeUnit.MILLISECONDS.sleep(UPDATE_INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private ProgressSnapshot progress() {
    Stage now = stage;
    LiveLoad live = load.get();
    long elapsed = System.nanoTime() - startNanos;
    if (!now.words().equals(RUNNING)) {
      return new ProgressSnapshot(
          now.words(), now.detail(), elapsed, OptionalDouble.empty(), "", live);
    }
    long loaded = loadedNanos();
    return new ProgressSnapshot(
        now.words(),
        now.detail(),
        elapsed,
        expected.share(loaded, live),
        expected.inWords(loaded, live),
        live);
  }

  /** Returns the time since the start of the load. */
  private long loadedNanos() {
    return Math.max(0, System.nanoTime() - loadStartNanos);
  }

  private void rewrite() {
    String line = fields(stage, slices.get()).text(terminal.columns() - 1);
    synchronized (this) {
      if (!closed) {
        err.print(CLEAR + DISABLE_WRAP + line + ENABLE_WRAP);
        err.flush();
      }
    }
  }

  private synchronized void printNews() {
    printUnprinted();
    // Read once: a change during this call is printed by the next one.
    Stage now = stage;
    Optional<SliceRow> slice = slices.get();
    long finished = slice.map(newest -> newest.getSliceIndex() + 1).orElse(0L);
    if (!closed && (!now.words().equals(printedStage) || isDue())) {
      // Each slice is printed once; the generators' figures are printed each time.
      Optional<SliceRow> news = finished > slicesPrinted ? slice : Optional.empty();
      String line = fields(now, news).text();
      LOG.info("{}", line);
      if (style == ProgressStyle.LINES) {
        err.println(line);
      }
      printedStage = now.words();
      slicesPrinted = finished;
      printedNanos = System.nanoTime();
    }
  }

  private boolean isDue() {
    return betweenLinesNanos > 0 && System.nanoTime() - printedNanos > betweenLinesNanos;
  }

  private LineFields fields(Stage now, Optional<SliceRow> slice) {
    LineFields line = new LineFields();
    line.add(String.format(Locale.ROOT, "%5.1f s", (System.nanoTime() - startNanos) / 1e9));
    boolean showsSlice = slice.isPresent() && now.words().equals(RUNNING);
    if (!showsSlice) {
      line.add(now.words());
    }
    LiveLoad live = load.get();
    if (now.words().equals(RUNNING)) {
      expected.addTo(line, loadedNanos(), live);
    }
    if (!now.detail().isEmpty()) {
      line.add(now.detail());
    }
    slice.ifPresent(newest -> LiveSlice.addTo(line, newest));
    if (now.loaded()) {
      addLoad(line, live, slice.isPresent());
    }
    return line;
  }

  private static void addLoad(LineFields line, LiveLoad live, boolean slice) {
    line.add(Figures.count(live.issued()) + " sent");
    if (!slice) {
      line.add(Figures.count(live.inFlight()) + " in flight");
    }
    if (live.backlog() > 0) {
      line.add(Figures.count(live.backlog()) + " waiting");
    }
  }

  /** Removes the line or the screen. May be called twice. */
  @Override
  public void close() {
    synchronized (this) {
      printUnprinted();
      if (style == ProgressStyle.REWRITTEN && !closed) {
        err.print(CLEAR);
        err.flush();
      }
      closed = true;
    }
    writer.interrupt();
    screen.close();
  }
}
