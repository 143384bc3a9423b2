package io.longhaul.cli.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.longhaul.cli.api.ApiRunInfo;
import io.longhaul.cli.api.LiveRun;
import io.longhaul.cli.api.WebServer;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live views that somebody watches. One thread reads their new slices; how often depends on how
 * long that takes. A view that nobody has requested for some time is given up.
 */
final class FollowedRuns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedRuns.class);

  /** Views of further runs replace those that nobody watches. */
  static final int MOST = 20;

  private static final Duration FORGOTTEN = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 2_000;

  /** An older list of runs is read again, to learn whether the runs have ended. */
  private static final Duration LIST_VALID = Duration.ofSeconds(30);

  /** At most this share of the time is spent on reading. */
  private static final int PAUSE_FACTOR = 10;

  private final WebServer server;
  private final RefreshedRuns found;
  private final Supplier<Instant> clock;

  /** By key, the one that was not requested for the longest time first. */
  private final Map<String, FollowedRun> runs = new LinkedHashMap<>(16, 0.75f, true);

  private boolean isPolling;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread worker = new Thread(task, "web-live");
            worker.setDaemon(true);
            return worker;
          });

  FollowedRuns(WebServer server, RefreshedRuns found, Supplier<Instant> clock) {
    this.server = server;
    this.found = found;
    this.clock = clock;
  }

  /** Returns the live view of a run if somebody follows it. */
  synchronized Optional<LiveRun> find(String key) {
    FollowedRun followed = runs.get(key);
    if (followed != null) {
      followed.requested(clock.get());
    }
    return Optional.ofNullable(followed).map(FollowedRun::view);
  }

  /**
   * Returns the live view of a run without a summary, and begins to read it. Gives up the view that
   * was not requested for the longest time if there are many; empty if all of them are watched.
   */
  synchronized Optional<LiveRun> follow(FoundRun run) {
    if (runs.size() >= MOST) {
      Optional<FollowedRun> unwatched =
          runs.values().stream().filter(each -> !each.view().isWatched()).findFirst();
      if (unwatched.isEmpty()) {
        return Optional.empty();
      }
      remove(unwatched.get().found().key());
    }
    FollowedRun followed = new FollowedRun(run, server.add(infoOf(run)), clock.get());
    runs.put(run.key(), followed);
    if (!isPolling) {
      isPolling = true;
      schedule(0);
    }
    return Optional.of(followed.view());
  }

  /** Returns the number of live views. */
  synchronized int count() {
    return runs.size();
  }

  /** Returns whether no further run can be followed, because all views are watched. */
  synchronized boolean isFull() {
    return runs.size() >= MOST && runs.values().stream().allMatch(run -> run.view().isWatched());
  }

  private void remove(String key) {
    FollowedRun removed = runs.remove(key);
    if (removed != null) {
      server.remove(removed.view());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // poll reports its failures
  private void schedule(long millis) {
    try {
      thread.schedule(this::poll, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Closed", e);
    }
  }

  private synchronized List<FollowedRun> watched() {
    Instant oldest = clock.get().minus(FORGOTTEN);
    List<String> forgotten =
        runs.values().stream()
            .filter(run -> run.lastRequested().isBefore(oldest) && !run.view().isWatched())
            .map(run -> run.found().key())
            .toList();
    forgotten.forEach(this::remove);
    return List.copyOf(runs.values());
  }

  private void poll() {
    long begin = System.nanoTime();
    try {
      CompletableFuture<RunList> unused = found.notOlderThan(LIST_VALID);
      for (FollowedRun run : watched()) {
        read(run);
      }
    } catch (InterruptedException | RejectedExecutionException e) {
      LOG.debug("Closed", e);
    } finally {
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      synchronized (this) {
        isPolling = !runs.isEmpty();
        if (isPolling) {
          schedule(Math.max(POLL_MILLIS, PAUSE_FACTOR * took));
        }
      }
    }
  }

  /** Reads new slices. A problem of one run, whatever it is, does not end the views of others. */
  private void read(FollowedRun run) throws InterruptedException {
    FoundRun newest = found.list().runs().getOrDefault(run.found().key(), run.found());
    try {
      run.read(newest.listed(), () -> replaceView(run));
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("Cannot read the slices of run {}", run.found().runId(), e);
    }
  }

  /** Replaces the view of a run, unless it was given up in the meantime. */
  private synchronized boolean replaceView(FollowedRun run) {
    if (!runs.containsValue(run)) {
      return false;
    }
    LiveRun old = run.view();
    run.replace(server.add(infoOf(run.found())));
    server.remove(old);
    return true;
  }

  /** Returns what is known about a run; the configuration of another version may be invalid. */
  private static ApiRunInfo infoOf(FoundRun run) {
    // The view serves no documents, so that no file of this folder is read.
    ExportLayout layout = new ExportLayout(run.lake().folder());
    Optional<DeclaredRun> declared = run.declared();
    if (declared.isPresent()) {
      try {
        ApiRunInfo info =
            ApiRunInfo.of(
                run.runId(),
                declared.get().toolVersion(),
                declared.get().configurationJson(),
                layout);
        if (info.sliceNanos() > 0) {
          return info;
        }
      } catch (IllegalArgumentException e) {
        LOG.info("The configuration of run {} cannot be read", run.runId(), e);
      }
    }
    return new ApiRunInfo(
        run.runId(),
        "",
        JsonNodeFactory.instance.objectNode(),
        SloSet.NONE,
        List.of(),
        run.sliceNanos(),
        layout);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
