package io.longhaul.cli.console;

import io.longhaul.cli.coordinator.LiveLoad;
import io.longhaul.cli.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how a run goes, by a thread of its own: what the newest finished slice says, and before
 * there is one what generators say of themselves, with the share of the load that is done and the
 * time that is left. On a terminal it is one line, rewritten twice a second and as long as the
 * terminal is wide; in a pipe and in the log a line for each stage, and others as often as was
 * asked for. Warnings stay, each on a line of its own.
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
  private final SlowStart slowStart = new SlowStart();
  private volatile boolean closed;

  /** What the last line told, of those that are not rewritten. */
  private String printedStage = "";

  private long printedSlice = -1;
  private long printedNanos;

  /**
   * Where the run is.
   *
   * @param detail how far it has come; empty when nobody knows
   * @param loaded whether load has begun, so that there is something to tell of it
   */
  private record Stage(String words, String detail, boolean loaded) {}

  /**
   * Begins to show, if it is to be shown at all; warnings are always told, and the log is kept.
   *
   * @param err takes what is shown
   * @param betweenLines that tell the newest slice and are not rewritten; zero for none of them
   */
  public ProgressLine(PrintStream err, ProgressStyle style, Duration betweenLines) {
    this.err = err;
    this.style = style;
    this.betweenLinesNanos = betweenLines.toNanos();
    this.writer = new Thread(this::showUntilClosed, "progress");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * From now on the line shows this load.
   *
   * @param whole how much it is going to be
   */
  public void follow(
      LoadProgress whole, Supplier<LiveLoad> live, Supplier<Optional<SliceRow>> newestSlice) {
    expected = whole;
    load = live;
    slices = newestSlice;
  }

  /** What the run cannot start without now; a person is told of it when it takes long. */
  public void waitingFor(String what) {
    awaited = what;
  }

  /** What is being done now. */
  public void showStage(String words) {
    stage = new Stage(words, "", stage.loaded());
  }

  /**
   * How many rows are in finished files.
   *
   * @param rows until now
   * @param wanted in all; empty while the job still computes them
   */
  public void rowsCommitted(long rows, OptionalLong wanted) {
    String detail =
        wanted.isPresent()
            ? String.format(Locale.ROOT, "%,d of %,d rows written", rows, wanted.getAsLong())
            : String.format(Locale.ROOT, "%,d rows written", rows);
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
  }

  @Override
  public synchronized void warned(String warning) {
    printLine("Warning: " + warning);
  }

  /** Something that a person may want to know. */
  public synchronized void note(String sentence) {
    printLine("Note: " + sentence);
  }

  /** A line that stays. */
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
        printNews();
        slowStart.check(awaited).ifPresent(this::note);
        TimeUnit.MILLISECONDS.sleep(UPDATE_INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
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
    // Read once: what comes while this is told is told next.
    Stage now = stage;
    Optional<SliceRow> slice = slices.get();
    long index = slice.map(SliceRow::getSliceIndex).orElse(-1L);
    if (!closed && (!now.words().equals(printedStage) || isDue())) {
      // A slice is told once; what generators say of themselves goes on.
      Optional<SliceRow> news = index > printedSlice ? slice : Optional.empty();
      String line = fields(now, news).text();
      LOG.info("{}", line);
      if (style == ProgressStyle.LINES) {
        err.println(line);
      }
      printedStage = now.words();
      printedSlice = index;
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
      expected.addTo(line, Math.max(0, System.nanoTime() - loadStartNanos), live);
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
    line.add(String.format(Locale.ROOT, "%,d sent", live.issued()));
    if (!slice) {
      line.add(String.format(Locale.ROOT, "%,d in flight", live.inFlight()));
    }
    if (live.backlog() > 0) {
      line.add(String.format(Locale.ROOT, "%,d waiting", live.backlog()));
    }
  }

  /** Removes the line. May be called twice. */
  @Override
  public void close() {
    synchronized (this) {
      if (style == ProgressStyle.REWRITTEN && !closed) {
        err.print(CLEAR);
        err.flush();
      }
      closed = true;
    }
    writer.interrupt();
  }
}
