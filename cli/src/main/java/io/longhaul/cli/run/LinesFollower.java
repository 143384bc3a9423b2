package io.longhaul.cli.run;

import io.longhaul.report.aiperf.LinesAhead;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.aiperf.ReportedRequests;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines of requests on a thread of its own while the run is in progress. It works in the
 * background until {@link #hurry}, and gives up if little disk space is free, so that it affects
 * neither the measurement nor the lake. If it fails or gives up, the end of the run writes all
 * lines.
 */
final class LinesFollower implements PreparedLines {
  private static final Logger LOG = LoggerFactory.getLogger(LinesFollower.class);

  /** A shorter run has so few requests that nothing must be written before its end. */
  static final Duration FIRST_AFTER = Duration.ofSeconds(60);

  /** Minimum time between two looks for committed files. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Minimum ratio of this time to the duration of a look, which grows with the lake. */
  private static final int RESTS_PER_LOOK = 100;

  /** Minimum time between two looks at the free disk space. */
  private static final Duration SPACE_INTERVAL = Duration.ofMillis(100);

  /** Requests between two questions to the pace, which cost about a microsecond each. */
  private static final int MAX_REQUESTS_OF_STEP = 32;

  private final LinesAhead lines;
  private final Supplier<BackgroundPace> paceOfThread;
  private final LongFunction<Optional<String>> diskShortage;
  private final Duration firstAfter;
  private final Thread thread = new Thread(this::follow, "lines-ahead");
  private final CountDownLatch hurried = new CountDownLatch(1);
  private volatile boolean isClosed;
  private volatile boolean isComplete;

  private LinesFollower(
      LinesAhead lines,
      Supplier<BackgroundPace> paceOfThread,
      LongFunction<Optional<String>> diskShortage,
      Duration firstAfter) {
    this.lines = lines;
    this.paceOfThread = paceOfThread;
    this.diskShortage = diskShortage;
    this.firstAfter = firstAfter;
  }

  /**
   * Starts to follow the committed files.
   *
   * @param lines closed when this is closed
   * @param paceOfThread creates the pace of the thread that calls it
   * @param diskShortage returns a sentence if too little disk space is free for so many bytes
   * @param firstAfter time until the first files are read
   */
  static LinesFollower start(
      LinesAhead lines,
      Supplier<BackgroundPace> paceOfThread,
      LongFunction<Optional<String>> diskShortage,
      Duration firstAfter) {
    LinesFollower follower = new LinesFollower(lines, paceOfThread, diskShortage, firstAfter);
    follower.thread.setDaemon(true);
    follower.thread.start();
    return follower;
  }

  private void follow() {
    try {
      Steps steps = new Steps(paceOfThread.get());
      rest(firstAfter.toNanos());
      while (!isHurried()) {
        rest(appendFresh(steps));
      }
      appendFresh(steps);
      isComplete = true;
    } catch (IOException | RuntimeException e) {
      giveUp(e);
    }
  }

  /** Returns the time in nanoseconds until the next look. */
  private long appendFresh(Steps steps) throws IOException {
    steps.begin();
    long began = System.nanoTime();
    List<Path> fresh = lines.fresh();
    long untilNext = Math.max(INTERVAL.toNanos(), RESTS_PER_LOOK * (System.nanoTime() - began));
    lines.append(fresh, steps::next);
    return untilNext;
  }

  private void giveUp(Exception reason) {
    if (!isClosed) {
      LOG.info("The end of the run will write the lines of requests: {}", reason.getMessage());
    }
    delete();
  }

  /** Deletes the lines that were not published. Problems are only logged: they do not count. */
  private void delete() {
    try {
      lines.close();
    } catch (IOException | RuntimeException e) {
      LOG.info("Cannot delete hidden lines of requests: {}", e.getMessage());
    }
  }

  private void requireSpace(long bytes) throws IOException {
    Optional<String> shortage = diskShortage.apply(bytes);
    if (shortage.isPresent()) {
      throw new IOException(shortage.get());
    }
  }

  /** The steps of the work, each as long as the pace allows. */
  private final class Steps {
    private final BackgroundPace pace;
    private int left;
    private long nextSpaceCheckNanos = System.nanoTime();

    Steps(BackgroundPace pace) {
      this.pace = pace;
    }

    void next() throws IOException {
      if (--left <= 0 || isClosed) {
        begin();
      }
    }

    void begin() throws IOException {
      left = MAX_REQUESTS_OF_STEP;
      for (long rest = pace.restNanos(); rest > 0 && !isHurried(); rest = pace.restNanos()) {
        rest(rest);
      }
      if (isClosed) {
        throw new InterruptedIOException("The run does not need them");
      }
      long now = System.nanoTime();
      if (now - nextSpaceCheckNanos >= 0) {
        requireSpace(0);
        nextSpaceCheckNanos = now + SPACE_INTERVAL.toNanos();
      }
    }
  }

  private boolean isHurried() {
    return hurried.getCount() == 0;
  }

  /** Rests until the work must be finished, at most for the given time. */
  private void rest(long nanos) throws InterruptedIOException {
    try {
      boolean ignored = hurried.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted");
    }
  }

  @Override
  public void hurry() {
    hurried.countDown();
  }

  @Override
  public boolean publish(ReportedRequests requests, boolean withTrace) {
    if (!lines.areOf(requests, withTrace)) {
      isClosed = true;
    }
    hurry();
    join();
    boolean isPublished = isComplete && arePublished(requests, withTrace);
    LOG.info(
        isPublished
            ? "The lines of requests were written during the run"
            : "The lines of requests are written now");
    delete();
    return isPublished;
  }

  private boolean arePublished(ReportedRequests requests, boolean withTrace) {
    try {
      return lines.publish(requests, withTrace, this::requireSpace);
    } catch (IOException | RuntimeException e) {
      LOG.info("Cannot publish hidden lines of requests: {}", e.getMessage());
      return false;
    }
  }

  /** Waits for the end of the thread; if this is interrupted, the thread gives up. */
  private void join() {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
        isClosed = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread and deletes the lines that were not published. */
  @Override
  public void close() {
    isClosed = true;
    hurry();
    join();
    delete();
  }
}
