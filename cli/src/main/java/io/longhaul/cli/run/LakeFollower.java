package io.longhaul.cli.run;

import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the files of each checkpoint to tables until it is stopped. Between two looks for files, it
 * merges small files, in the background and interrupted by further looks, and expires snapshots, if
 * the tables have any. A failure is reported once, and the work is tried again. For one thread,
 * except {@link #stop} and {@link #completeUntil}.
 */
public final class LakeFollower {
  /** Minimum time between two looks for files. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Minimum ratio of this time to the duration of a look, which grows with the lake. */
  private static final int RESTS_PER_LOOK = 10;

  private static final String ADD = "add files";

  private static final Duration EXPIRY_INTERVAL = Duration.ofMinutes(5);

  /** Rows between two questions to the pace, which cost about a microsecond each. */
  private static final int ROWS_OF_STEP = 32;

  /** Attempts to add the last files; a catalog may be restarted at that moment. */
  private static final int LAST_ATTEMPTS = 3;

  private static final Duration LAST_INTERVAL = Duration.ofSeconds(2);

  private final Tables tables;
  private final Duration interval;
  private final Duration keepSnapshots;
  private final boolean compacts;
  private final Consumer<String> progress;
  private final Consumer<String> warnings;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final BackgroundPace pace = BackgroundPace.ofThisThread();
  private final Set<String> failing = new HashSet<>();
  private final Set<String> reported = new HashSet<>();
  private @Nullable LakeTables opened;
  private volatile @Nullable Instant completeUntil;
  private long nextLookNanos = System.nanoTime();
  private long nextExpiryNanos = System.nanoTime();
  private int rowsLeft;

  /** The tables of a catalog that may not be available yet. */
  @FunctionalInterface
  interface Tables {
    /**
     * Opens them; called again if it fails.
     *
     * @throws IOException if the catalog cannot be used
     */
    LakeTables open() throws IOException;
  }

  /**
   * @param keepSnapshots age up to which snapshots are kept
   * @param compacts whether small files are merged
   * @param progress receives a line for each change of the tables
   * @param warnings receives a line for each new problem
   */
  public LakeFollower(
      LakeRegistration registration,
      Duration keepSnapshots,
      boolean compacts,
      Consumer<String> progress,
      Consumer<String> warnings) {
    this(() -> registration, INTERVAL, keepSnapshots, compacts, progress, warnings);
  }

  /**
   * Only adds files.
   *
   * @param progress receives a line for each change of the tables
   * @param warnings receives a line for each new problem
   */
  public LakeFollower(LakeTables tables, Consumer<String> progress, Consumer<String> warnings) {
    this(() -> tables, INTERVAL, Duration.ZERO, false, progress, warnings);
  }

  /** Opens the tables by itself, and does not merge files. */
  LakeFollower(
      Tables tables, Duration keepSnapshots, Consumer<String> progress, Consumer<String> warnings) {
    this(tables, INTERVAL, keepSnapshots, false, progress, warnings);
  }

  /** Looks for files in another interval. */
  LakeFollower(
      Tables tables,
      Duration interval,
      Duration keepSnapshots,
      boolean compacts,
      Consumer<String> progress,
      Consumer<String> warnings) {
    this.tables = tables;
    this.interval = interval;
    this.keepSnapshots = keepSnapshots;
    this.compacts = compacts;
    this.progress = progress;
    this.warnings = warnings;
  }

  /**
   * Works until {@link #stop}. If files are merged, on the thread that created this, whose CPU time
   * determines the pace.
   */
  public void follow() throws InterruptedException {
    while (!isStopped()) {
      look();
      if (!failing.contains(ADD) && opened instanceof LakeRegistration registration) {
        maintain(registration);
      }
      rest(nextLookNanos - System.nanoTime());
    }
  }

  /** Only tables of a catalog have snapshots, and files of their own. */
  private void maintain(LakeRegistration registration) {
    if (compacts) {
      attempt("merge files", () -> compact(registration));
    }
    attempt("remove old snapshots", () -> expire(registration));
  }

  /**
   * Adds the files that are left after {@link #follow}.
   *
   * @return why some are missing in the tables; empty if none are
   */
  Optional<String> addRest() throws InterruptedException {
    String problem = "";
    for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
      TimeUnit.NANOSECONDS.sleep(attempt == 0 ? 0 : LAST_INTERVAL.toNanos());
      try {
        return add().problems().stream().findFirst();
      } catch (IOException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    return Optional.of(problem);
  }

  /** Returns when all files were last in the tables; empty if they never were. */
  Optional<Instant> completeUntil() {
    return Optional.ofNullable(completeUntil);
  }

  /** Ends the work soon. Thread-safe. */
  public void stop() {
    stopped.countDown();
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  private void rest(long nanos) throws InterruptedException {
    boolean ignored = stopped.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void look() {
    long began = System.nanoTime();
    attempt(ADD, this::add);
    long now = System.nanoTime();
    nextLookNanos = now + Math.max(interval.toNanos(), RESTS_PER_LOOK * (now - began));
  }

  /** A part of the work; it ends if this was stopped. */
  private interface Work {
    void run() throws IOException;
  }

  /**
   * Does a part of the work.
   *
   * @param purpose what is done, for messages
   */
  private void attempt(String purpose, Work work) {
    try {
      work.run();
      if (failing.remove(purpose)) {
        progress.accept(line("works again: " + purpose));
      }
    } catch (InterruptedIOException e) {
      // It was stopped.
    } catch (IOException e) {
      if (failing.add(purpose)) {
        warnings.accept(
            "%s (it is tried again, to %s)".formatted(String.valueOf(e.getMessage()), purpose));
      }
    }
  }

  private LakeTables.Added add() throws IOException {
    Instant began = Instant.now();
    LakeTables.Added added = opened().add();
    if (added.problems().isEmpty()) {
      completeUntil = began;
    }
    if (added.files() > 0) {
      progress.accept(line(describe(added)));
    }
    added.problems().stream().filter(reported::add).forEach(warnings);
    return added;
  }

  private LakeTables opened() throws IOException {
    if (opened == null) {
      opened = tables.open();
    }
    return opened;
  }

  /** Returns what was added, as a part of a sentence. */
  public static String describe(LakeTables.Added added) {
    return "added "
        + count(added.files(), "file")
        + " with "
        + count(added.rows(), "row")
        + " to "
        + count(added.tables(), "table");
  }

  private static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? thing : thing + "s");
  }

  private void compact(LakeRegistration registration) throws IOException {
    LakeRegistration.Merged merged = registration.compact(this::beforeRow);
    if (merged.filesAfter() > 0) {
      progress.accept(line(describe(merged)));
    }
  }

  /** Returns what was merged, as a part of a sentence. */
  public static String describe(LakeRegistration.Merged merged) {
    return "merged " + count(merged.filesBefore(), "file") + " to " + merged.filesAfter();
  }

  /** Rests as long as the pace demands, and looks for files meanwhile. */
  private void beforeRow() throws IOException {
    if (--rowsLeft > 0) {
      return;
    }
    rowsLeft = ROWS_OF_STEP;
    for (long nanos = pace.restNanos(); nanos > 0 && !isStopped(); nanos = pace.restNanos()) {
      restOrLook(nanos);
    }
    if (isStopped()) {
      throw new InterruptedIOException("It was stopped");
    }
    restOrLook(0);
  }

  private void restOrLook(long nanos) throws InterruptedIOException {
    long untilLook = nextLookNanos - System.nanoTime();
    try {
      rest(Math.min(nanos, Math.max(0, untilLook)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted");
    }
    if (nextLookNanos - System.nanoTime() <= 0) {
      look();
    }
  }

  private void expire(LakeRegistration registration) throws IOException {
    if (nextExpiryNanos - System.nanoTime() > 0) {
      return;
    }
    nextExpiryNanos = System.nanoTime() + EXPIRY_INTERVAL.toNanos();
    registration.expireSnapshots(keepSnapshots);
  }

  private static String line(String text) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + text;
  }
}
