package io.longhaul.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.api.RunView;
import io.longhaul.cli.console.ProgressSnapshot;
import io.longhaul.cli.console.WholeScreen;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.LiveFigure;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.wire.GpuSample;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dashboard of a run: collects what it shows, and shows it while it is open. Everything that
 * the run prints on {@link #messages} meanwhile appears among the events, and is printed when the
 * dashboard closes. Thread-safe.
 */
public final class Dashboard implements RunView, WholeScreen {
  private static final Logger LOG = LoggerFactory.getLogger(Dashboard.class);

  /** More than the columns of a wide window. */
  private static final int MAX_SLICES = 256;

  private static final int MAX_EVENTS = 100;
  private static final long RESTORE_MILLIS = 2_000;

  private final String title;
  private final TerminalTraits traits;
  private final HeldOutput output;
  private final PrintStream messages;
  private final DashboardLayout layout;
  private final Thread atExit = new Thread(this::close, "close-dashboard");

  // Guarded by this; the screen has its own lock, because it may wait for the terminal.
  private final Map<String, Long> errorsByKind = new HashMap<>();
  private final Deque<SlicePoint> slices = new ArrayDeque<>();
  private final Deque<DashboardState.Event> events = new ArrayDeque<>();
  private final Map<String, GpuNow> gpus = new TreeMap<>();
  private long finished;
  private long untrusted;
  private List<LiveFigure> figures = List.of();

  /** Held while the terminal is restored. */
  private final Object closing = new Object();

  private volatile Supplier<List<LiveLane>> lanes = List::of;
  private volatile @Nullable Screen screen;
  private volatile long openedNanos;
  private volatile String liveView = "";

  /**
   * Creates a dashboard that is not shown yet.
   *
   * @param title what is measured
   * @param err receives the messages of the run
   * @param environment variables that describe the terminal
   */
  public Dashboard(String title, PrintStream err, Map<String, String> environment) {
    this.title = title;
    this.traits = TerminalTraits.of(environment);
    this.layout = new DashboardLayout(traits.glyphs(), new Styles(traits.color()));
    this.output = new HeldOutput(err, this::held);
    this.messages = new PrintStream(output, true, UTF_8);
  }

  /** Returns the stream for everything that the run prints on standard error. */
  public PrintStream messages() {
    return messages;
  }

  /** Sets the URL of the live view: an event, and always visible in a large window. */
  public void hasLiveView(String url) {
    liveView = url;
    happened("Live view: " + url);
  }

  /**
   * Shows the dashboard from now on.
   *
   * @return whether the terminal can show it; if not, nothing has changed
   */
  public boolean open() {
    if (!traits.movesCursor() || !Screen.isInForeground()) {
      return false;
    }
    try {
      Screen opened = new Screen();
      if (!DashboardLayout.fits(opened.columns(), opened.rows())) {
        opened.close();
        messages.printf(
            "Note: the window has %d columns and %d rows; the dashboard needs %d and %d%n",
            opened.columns(), opened.rows(), DashboardLayout.MIN_COLUMNS, DashboardLayout.MIN_ROWS);
        return false;
      }
      Runtime.getRuntime().addShutdownHook(atExit);
      openedNanos = System.nanoTime();
      output.hold();
      screen = opened;
      opened.enter();
      return true;
    } catch (IOException | IllegalStateException e) {
      // There is no terminal, or the process is ending.
      LOG.info("No dashboard: {}", e.getMessage());
      close();
      return false;
    }
  }

  @Override
  public void show(ProgressSnapshot progress) {
    Screen open = screen;
    if (open != null) {
      try {
        open.updateSize();
        open.draw(layout.lines(state(progress), open.columns(), open.rows()));
      } catch (RuntimeException e) {
        // The run and its log of the progress go on.
        LOG.warn("Cannot draw the dashboard", e);
        close();
      }
    }
  }

  private DashboardState state(ProgressSnapshot progress) {
    // Outside the lock, for which the coordinator may wait.
    List<LiveLane> now = lanes.get();
    synchronized (this) {
      return new DashboardState(
          title,
          liveView,
          progress,
          now,
          new ArrayList<>(slices),
          new DashboardState.Totals(finished, untrusted, errorsByKind),
          new ArrayList<>(gpus.values()),
          new ArrayList<>(events),
          figures);
    }
  }

  /**
   * Restores the terminal and prints the messages that were held. Returns when this is done, also
   * if another thread does it. Waits two seconds at most for a terminal that accepts no output,
   * such as that of a lost connection.
   */
  @Override
  public void close() {
    synchronized (closing) {
      Screen open = screen;
      if (open == null) {
        return;
      }
      restore(open);
      screen = null;
      output.release();
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException e) {
        // The process is ending.
      }
    }
  }

  private static void restore(Screen open) {
    Thread restoring = new Thread(open::close, "restore-terminal");
    restoring.setDaemon(true);
    restoring.start();
    try {
      restoring.join(RESTORE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A line also goes to the log file, which remains if this process is killed. */
  private void held(String line) {
    LOG.info("On the dashboard: {}", line);
    happened(line);
  }

  private synchronized void happened(String text) {
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
    }
    long sinceOpened = openedNanos == 0 ? 0 : System.nanoTime() - openedNanos;
    events.addLast(new DashboardState.Event(sinceOpened, text));
  }

  @Override
  public void follow(Supplier<List<LiveLane>> liveLanes, LiveSlices live) {
    lanes = liveLanes;
    live.addListener(this::finished);
  }

  synchronized void finished(SliceRow slice) {
    SlicePoint point = SlicePoint.of(slice);
    finished++;
    if (!point.isTrusted()) {
      untrusted++;
    }
    if (slices.size() == MAX_SLICES) {
      slices.removeFirst();
    }
    slices.addLast(point);
    for (ErrorCount error : slice.getErrors()) {
      errorsByKind.merge(kindOf(error), error.getCount(), Long::sum);
    }
  }

  @Override
  public synchronized void judged(LiveStability.Judgement judgement) {
    figures = judgement.figures();
  }

  private static String kindOf(ErrorCount error) {
    return error.getReason();
  }

  @Override
  public synchronized void gpuSampled(GpuSample sample) {
    gpus.put(
        sample.getExporterUrl() + " " + sample.getGpuUuid() + sample.getMigInstance(),
        GpuNow.of(sample));
  }

  // Warnings and marks are printed, and so they arrive with the messages.

  @Override
  public void generatorsReady() {
    happened("The generators are ready");
  }

  @Override
  public void warmupStarted() {
    happened("The warm-up starts");
  }

  @Override
  public void starting(long runStartEpochNanos) {
    happened("The load starts");
  }

  @Override
  public void loadEnded() {
    happened("The load has ended; the remaining rows are written");
  }
}
