package io.longhaul.cli.api;

import io.longhaul.control.coordinator.MarkRefusedException;
import io.longhaul.export.SliceRow;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The live view of a run that other processes execute, drawn from its committed slices. It cannot
 * stop the run, and does not know the generators. Another thread than the server's adds what has
 * happened; its methods wait until the view has it, so that a long run does not fill the memory.
 */
public final class LiveRun {
  /** The server answers other requests between two batches. */
  private static final int BATCH = 64;

  private final ApiPort port;
  private final RunState state;
  private final StateJson json;
  private final Subscribers subscribers;
  private final Routes routes;

  /** For the server's thread; only {@link WebServer} creates it. */
  LiveRun(ApiRunInfo info, ApiPort port) {
    this.port = port;
    this.state =
        new RunState(
            new LiveCharts(info.slos(), info.conditions(), info.sliceNanos()), this::newestNanos);
    this.json = new StateJson(info, state, this::newestNanos, true);
    this.subscribers = new Subscribers(state);
    this.routes = new Routes(info, state, json, subscribers, () -> {}, LiveRun::refuseMark);
  }

  /** The server answers only GET and HEAD, so no request gets here. */
  private static Mark refuseMark(String text, MarkSource addedBy) throws MarkRefusedException {
    throw MarkRefusedException.notStarted();
  }

  /** Returns the end of the newest slice: the time up to which the run is known. */
  private long newestNanos() {
    return state.newestSlice().map(SliceRow::getEndEpochNs).orElse(state.runStartEpochNanos());
  }

  Routes routes() {
    return routes;
  }

  Subscribers subscribers() {
    return subscribers;
  }

  /** Sends the state to all clients, so that new ones receive it. */
  void tick() {
    subscribers.publish(MessageType.PROGRESS, json::progress);
  }

  /** Returns whether a page shows the view. */
  public boolean isWatched() {
    return !subscribers.isEmpty();
  }

  /** Sets the start of the load. */
  public void starts(long epochNanos) throws InterruptedException {
    apply(() -> state.starting(epochNanos));
  }

  /** Adds a warning to the page. */
  public void warn(String warning) throws InterruptedException {
    apply(() -> state.warned(warning));
  }

  /** Records that the run is over; its report has the final figures. */
  public void end() throws InterruptedException {
    apply(state::ended);
  }

  /** Adds samples of GPUs and servers to the charts, before the slices in which they were read. */
  public void sample(Consumer<LiveCharts> samples) throws InterruptedException {
    apply(() -> samples.accept(state.charts()));
  }

  /** Adds slices in their order. Clients receive single ones; after many, they load all. */
  public void add(List<SliceRow> slices) throws InterruptedException {
    boolean isShort = slices.size() <= RunState.MAX_SLICES;
    for (int from = 0; from < slices.size(); from += BATCH) {
      List<SliceRow> batch = slices.subList(from, Math.min(slices.size(), from + BATCH));
      boolean isLast = from + batch.size() == slices.size();
      apply(
          () -> {
            for (int i = 0; i < batch.size(); i++) {
              var slice = state.finished(batch.get(i));
              if (isShort || (isLast && i == batch.size() - 1)) {
                subscribers.publishSlice(slice, json);
              }
            }
          });
    }
  }

  private void apply(Runnable update) throws InterruptedException {
    try {
      port.loop().submit(update).sync();
    } catch (RejectedExecutionException e) {
      throw new InterruptedException("The server is closed");
    }
  }
}
