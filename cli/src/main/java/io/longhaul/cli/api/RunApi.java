package io.longhaul.cli.api;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.report.json.ReadJson;
import io.longhaul.report.longhaul.RunOutcomeFile;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.ServerSample;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
  private static final int IDLE_TIMEOUT_SECONDS = 30;
  private static final int BACKLOG = 128;

  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_HEADER_BYTES = 8192;

  /** Limit of unsent data above which a client receives no further messages. */
  private static final WriteBufferWaterMark WRITE_BUFFER =
      new WriteBufferWaterMark(64 << 10, 512 << 10);

  private final ApiRunInfo runInfo;
  private final Optional<AccessToken> token;
  private final RunState state;
  private final StateJson json;
  private final Subscribers subscribers;
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("api", true), NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final ConnectionLimiter connectionLimiter = new ConnectionLimiter(loop);
  private final ChannelGroup connections = new DefaultChannelGroup(loop);
  private final CountDownLatch lingered = new CountDownLatch(1);
  private final CountDownLatch responsesSent = new CountDownLatch(1);
  private final PendingResponses pendingResponses = new PendingResponses();
  private volatile Runnable stop;
  private volatile boolean stopRequested;
  private volatile boolean hasEnded;
  private @Nullable Channel listening;
  private @Nullable InetSocketAddress address;

  private RunApi(ApiRunInfo runInfo, Optional<AccessToken> token, Runnable stop) {
    this.runInfo = runInfo;
    this.token = token;
    this.stop = stop;
    this.state =
        new RunState(
            new LiveCharts(runInfo.slos(), runInfo.conditions(), runInfo.sliceNanos()),
            RunApi::nowEpochNanos);
    this.subscribers = new Subscribers(state);
    this.json = new StateJson(runInfo, state, RunApi::nowEpochNanos);
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
    return open(
        new RunApi(runInfo, Optional.of(address.token()), stop), wanted, wanted.getHostString());
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
    return open(new RunApi(runInfo, Optional.empty(), stop), address, ownName);
  }

  private static RunApi open(RunApi api, InetSocketAddress address, String ownName)
      throws IOException {
    try {
      api.bind(address, ownName);
    } catch (IOException e) {
      api.close();
      throw e;
    }
    return api;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the tasks end with the loop
  private void bind(InetSocketAddress wanted, String ownName) throws IOException {
    HttpRequestHandler requestHandler =
        new HttpRequestHandler(
            new OriginFilter(ownName),
            token,
            new Routes(runInfo, state, json, this::shutdownRequested),
            subscribers,
            connectionLimiter,
            pendingResponses);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    initialize(connection, requestHandler);
                  }
                })
            .bind(wanted)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listening = bound.channel();
    address = (InetSocketAddress) bound.channel().localAddress();
    loop.scheduleAtFixedRate(this::tick, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
    loop.scheduleAtFixedRate(subscribers::ping, PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closing needs no result
  private void initialize(Channel connection, HttpRequestHandler requestHandler) {
    if (!connectionLimiter.accept(connection)) {
      connection.close();
      return;
    }
    connections.add(connection);
    connection
        .pipeline()
        .addLast(
            new IdleStateHandler(true, 0, 0, IDLE_TIMEOUT_SECONDS, TimeUnit.SECONDS),
            new HttpServerCodec(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(MAX_LINE_BYTES)
                    .setMaxHeaderSize(MAX_HEADER_BYTES)),
            new BodySizeLimit(),
            new FlowControlHandler(),
            requestHandler);
  }

  /** Returns the bound address. */
  public InetSocketAddress address() {
    return requireNonNull(address);
  }

  /** Returns the URL of the live view, with the token if it needs one. */
  public String url() {
    String root = "http://" + NetUtil.toSocketAddressString(address()) + "/";
    return token.map(secret -> secret.addedTo(root)).orElse(root + "dashboard");
  }

  // Updates, from any thread.

  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The API is closed", e);
    }
  }

  private void change(Runnable update) {
    onLoop(
        () -> {
          ProgressStage before = state.stage();
          update.run();
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
    onLoop(
        () -> {
          ObjectNode message = StateJson.message().set("slice", state.finished(slice));
          subscribers.publish(MessageType.SLICE, () -> message);
          subscribers.publish(MessageType.CHART_VALUES, json::chartValues);
          subscribers.publish(MessageType.REALTIME_METRICS, json::listOfMetrics);
        });
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
  public void gpuSampled(GpuSample sample) {
    onLoop(() -> state.sampled(sample));
  }

  @Override
  public void serverSampled(ServerSample sample) {
    onLoop(() -> state.sampled(sample));
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
    if (!hasEnded) {
      return; // there is nothing new to show
    }
    if (token.isPresent() && !isWatched()) {
      return;
    }
    LOG.info("The API remains available for {} s", LINGER_SECONDS);
    if (lingered.await(LINGER_SECONDS, TimeUnit.SECONDS)) {
      LOG.debug("Lingering was ended");
    }
    requireNonNull(listening).close().awaitUninterruptibly();
    onLoop(() -> pendingResponses.whenAllSent(responsesSent::countDown));
    if (!responsesSent.await(RESPONSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("Responses were aborted that took longer than {} s", RESPONSE_TIMEOUT_SECONDS);
    }
  }

  private boolean isWatched() throws InterruptedException {
    return !loop.submit(subscribers::isEmpty).await().getNow();
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
    if (loop.isShuttingDown()) {
      return;
    }
    if (listening != null) {
      listening.close().awaitUninterruptibly();
      loop.submit(subscribers::close).awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    group.shutdownGracefully(0, LINGER_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
