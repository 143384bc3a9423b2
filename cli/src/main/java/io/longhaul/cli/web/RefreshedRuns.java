package io.longhaul.cli.web;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The list of runs, which one thread reads again when somebody needs a newer one. Thread-safe. */
final class RefreshedRuns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefreshedRuns.class);

  private final LakeRuns runs;
  private final Supplier<Instant> clock;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread worker = new Thread(task, "web-runs");
            worker.setDaemon(true);
            return worker;
          });

  /** The refresh in progress; null if there is none. */
  private @Nullable CompletableFuture<RunList> refresh;

  RefreshedRuns(LakeRuns runs, Supplier<Instant> clock) {
    this.runs = runs;
    this.clock = clock;
  }

  /** Returns the newest list. */
  RunList list() {
    return runs.list();
  }

  /** Returns the number of lakes. */
  int lakes() {
    return runs.lakes();
  }

  /** Returns a list that is not older than this; it is completed by any thread. */
  CompletableFuture<RunList> notOlderThan(Duration age) {
    RunList known = runs.list();
    if (known.unread() == 0 && clock.get().isBefore(known.time().plus(age))) {
      return CompletableFuture.completedFuture(known);
    }
    return refreshed().copy();
  }

  /** Reads the list once, however many requests need it. */
  private synchronized CompletableFuture<RunList> refreshed() {
    CompletableFuture<RunList> running = refresh;
    if (running == null || running.isDone()) {
      running =
          CompletableFuture.supplyAsync(
                  () -> {
                    runs.refresh();
                    return runs.list();
                  },
                  reader)
              .whenComplete(
                  (list, failure) -> {
                    if (failure != null) {
                      LOG.error("Cannot read the runs", failure);
                    }
                  });
      refresh = running;
    }
    return running;
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
