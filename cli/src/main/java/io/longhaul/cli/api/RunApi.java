package io.longhaul.cli.api;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.MarkRefusedException;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.report.json.ReadJson;
import io.longhaul.report.longhaul.RunOutcomeFile;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Mark;
import io.longhaul.wire.ServerSample;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a run's state over HTTP and WebSocket. As in AIPerf, the port is open from the start of
 * the run until five seconds after its end. Responses in progress are then completed. The live view
 * that a run has by default needs a token, and ends with the run if nobody watches it.
 */
public final class RunApi implements RunView {
  private static final Logger LOG = LoggerFactory.getLogger(RunApi.class);
  private static final long LINGER_SECONDS = 5;
  private static final long RESPONSE_TIMEOUT_SECONDS = 300;
  private static final long TICK_SECONDS = 1;
  private static final long PING_SECONDS = 20;
  private static final long METRICS_TIMEOUT_SECONDS = 3;

  private final ApiRunInfo runInfo;
  private final boolean needsToken;
  private final RunState state;
  private final StateJson json;
  private final Subscribers subscribers;
  private final ApiPort port;
  private final CountDownLatch lingered = new CountDownLatch(1);
  private final CountDownLatch responsesSent = new CountDownLatch(1);
  private volatile Runnable stop;
  private volatile Marking marking =
      (text, addedBy) -> {
        throw MarkRefusedException.notStarted();
      };
  private volatile boolean stopRequested;
  private volatile boolean hasEnded;

  private RunApi(ApiRunInfo runInfo, Optional<AccessToken> token, Runnable stop) {
    this.runInfo = runInfo;
    this.needsToken = token.isPresent();
    this.port = new ApiPort(token);
    this.stop = stop;
    this.state =
        new RunState(
            new LiveCharts(runInfo.slos(), runInfo.conditions(), runInfo.sliceNanos()),
            RunApi::nowEpochNanos);
    this.subscribers = new Subscribers(state);
    this.json = new StateJson(runInfo, state, RunApi::nowEpochNanos, false);
  }

  private static long nowEpochNanos() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  /**
   * Serves the live view on the loopback address, for clients with the token.
   *
   * @param stop called on a shutdown request before {@link #onStopRequest} is called
   * @throws IOException if the port cannot be bound
   */
  public static RunApi openLiveView(LiveViewAddress address, ApiRunInfo runInfo, Runnable stop)
      throws IOException {
    InetSocketAddress wanted = address.socketAddress();
    RunApi api = new RunApi(runInfo, Optional.of(address.token()), stop);
    return open(api, wanted, address.isHeld(), wanted.getHostString());
  }

  /**
   * Opens the port and starts to serve, without a token.
   *
   * @param address address to bind; port 0 for any free port
   * @param ownName host name of the address, as the user specified it
   * @param stop called on a shutdown request before {@link #onStopRequest} is called
   * @throws IOException if the port cannot be bound
   */
  public static RunApi open(
      InetSocketAddress address, String ownName, ApiRunInfo runInfo, Runnable stop)
      throws IOException {
    return open(new RunApi(runInfo, Optional.empty(), stop), address, false, ownName);
  }

  /** Collects the state for {@link #metrics}, and serves it to nobody. */
  public static RunApi withoutPort(ApiRunInfo runInfo) {
    return new RunApi(runInfo, Optional.empty(), () -> {});
  }

  private static RunApi open(RunApi api, InetSocketAddress address, boolean isHeld, String ownName)
      throws IOException {
    api.bind(address, isHeld, ownName);
    return api;
  }

  private void bind(InetSocketAddress wanted, boolean isHeld, String ownName) throws IOException {
    port.open(
        wanted,
        isHeld,
        new ServerName(ownName, "--api-host"),
        new Routes(
            runInfo,
            state,
            json,
            subscribers,
            this::shutdownRequested,
            (text, addedBy) -> marking.add(text, addedBy)));
    port.repeat(this::tick, TICK_SECONDS);
    port.repeat(subscribers::ping, PING_SECONDS);
  }

  /** Returns the bound address. */
  public InetSocketAddress address() {
    return port.address();
  }

  /** Returns the URL of the live view, with the token if it needs one. */
  public String url() {
    return port.url(needsToken ? "/" : "/dashboard");
  }

  // Updates, from any thread.

  /** Executes a task on the event loop, immediately if this is its thread. */
  private void onLoop(Runnable task) {
    if (port.loop().inEventLoop()) {
      task.run();
    } else {
      port.execute(task);
    }
  }

  private void change(Runnable update) {
    onLoop(
        () -> {
          ProgressStage before = state.stage();
          int marksBefore = state.marks().size();
          update.run();
          List<Mark> marks = state.marks();
          if (state.runStartEpochNanos() > 0) {
            marks
                .subList(marksBefore, marks.size())
                .forEach(mark -> subscribers.publish(MessageType.MARK, () -> json.markAdded(mark)));
          }
          if (state.stage() != before) {
            subscribers.publish(MessageType.SYSTEM_STATE_CHANGED, json::stage);
            subscribers.publish(MessageType.PROGRESS, json::progress);
          }
        });
  }

  @Override
  public void dispatch(Consumer<RunListener> event) {
    change(() -> event.accept(state));
  }

  @Override
  public void follow(Supplier<List<LiveLane>> lanes, LiveSlices slices) {
    follow(lanes);
    slices.addListener(this::finished);
  }

  void follow(Supplier<List<LiveLane>> lanes) {
    onLoop(() -> state.follow(lanes));
  }

  void finished(SliceRow slice) {
    onLoop(() -> subscribers.publishSlice(state.finished(slice), json));
  }

  @Override
  public void judged(LiveStability.Judgement judgement) {
    onLoop(() -> state.judged(judgement));
  }

  @Override
  public void onStopRequest(Runnable stop) {
    this.stop = stop;
  }

  @Override
  public void onMark(Marking action) {
    this.marking = action;
  }

  @Override
  public void gpuSampled(GpuSample sample) {
    onLoop(() -> state.sampled(sample));
  }

  @Override
  public void serverSampled(ServerSample sample) {
    onLoop(() -> state.sampled(sample));
  }

  @Override
  public Optional<MetricsSource> metrics() {
    PrometheusExposition exposition = new PrometheusExposition(runInfo, state);
    return Optional.of(() -> fromLoop(exposition::snapshots));
  }

  private <T> T fromLoop(Callable<T> task) throws InterruptedException, TimeoutException {
    try {
      return port.loop().submit(task).get(METRICS_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot collect the metrics of the run", e.getCause());
    }
  }

  @Override
  public void resultsExported() {
    try {
      List<AiperfResult> results = resultsOfDocuments();
      boolean cancelled =
          ReadJson.from(runInfo.layout().profileJson()).path("was_cancelled").asBoolean();
      change(() -> state.resultsExported(results));
      hasEnded = true;
      onLoop(
          () -> {
            subscribers.publish(MessageType.REALTIME_METRICS, json::listOfMetrics);
            subscribers.publish(
                MessageType.BENCHMARK_COMPLETE,
                () -> StateJson.message().put("was_cancelled", cancelled));
          });
    } catch (IOException e) {
      LOG.warn("Cannot read the documents back: {}", e.getMessage());
    }
  }

  private List<AiperfResult> resultsOfDocuments() throws IOException {
    List<AiperfResult> results = new ArrayList<>();
    RunOutcomeFile.metrics(runInfo.layout().profileJson())
        .forEach(
            (tag, metric) -> {
              if (!metric.statistics().isEmpty()) {
                String header = Metric.ofTag(tag).map(Metric::header).orElse(tag);
                results.add(new AiperfResult(tag, header, metric.unit(), metric.statistics()));
              }
            });
    return results;
  }

  @Override
  public void failed(String because) {
    change(() -> state.failed(because));
    hasEnded = true;
  }

  @Override
  public void linger() throws InterruptedException {
    if (!hasEnded || !port.isOpen()) {
      return; // there is nothing new to show
    }
    if (needsToken && !isWatched()) {
      return;
    }
    LOG.info("The API remains available for {} s", LINGER_SECONDS);
    if (lingered.await(LINGER_SECONDS, TimeUnit.SECONDS)) {
      LOG.debug("Lingering was ended");
    }
    port.stopListening();
    port.whenAllSent(responsesSent::countDown);
    if (!responsesSent.await(RESPONSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("Responses were aborted that took longer than {} s", RESPONSE_TIMEOUT_SECONDS);
    }
  }

  private boolean isWatched() throws InterruptedException {
    return !port.loop().submit(subscribers::isEmpty).await().getNow();
  }

  @Override
  public void stopLingering() {
    lingered.countDown();
    responsesSent.countDown();
  }

  @Override
  public boolean isStopRequested() {
    return stopRequested;
  }

  // On the event loop.

  private void shutdownRequested() {
    LOG.info("A shutdown was requested over HTTP");
    stopRequested = true;
    if (state.isOver()) {
      lingered.countDown();
    } else {
      stop.run();
    }
  }

  private void tick() {
    subscribers.publish(MessageType.PROGRESS, json::progress);
    subscribers.publish(MessageType.WORKER_STATUS_SUMMARY, json::workers);
  }

  /** Closes the port and all connections, and stops the thread. */
  @Override
  public void close() {
    if (!port.isClosed()) {
      port.stopListening();
      port.loop().submit(subscribers::close).awaitUninterruptibly();
      port.close();
    }
  }
}
