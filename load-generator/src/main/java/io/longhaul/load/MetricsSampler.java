package io.longhaul.load;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeProbe;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.record.LaneDescription;
import io.longhaul.load.record.SamplerLane;
import io.longhaul.load.scrape.PageSampler;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.PauseMeter;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.load.time.Threads;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.control.LaneAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples GPUs, server metrics and the network round trip during a run, and writes the samples to
 * its own lane. It samples from {@link #start} on, so that counters have a baseline. The lane opens
 * when the start of the run is known; handshakes begin at that start.
 *
 * <p>Call order, on one thread: {@link #start}, {@link #open}, {@link #end}, {@link #close}.
 */
public final class MetricsSampler implements AutoCloseable {
  private static final long HEARTBEAT_SECONDS = 1;

  private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(5);

  /** Slightly longer than the timeout. */
  private static final Duration MAX_SCRAPE_DURATION = Duration.ofSeconds(6);

  private static final Duration LAST_SAMPLE_WAIT = Duration.ofSeconds(2);

  private final AnchoredRunClock clock;
  private final RunPlan plan;
  private final Duration interval;
  private final LaneAddress address;
  private final PauseMeter pauses;
  private final SamplerLane lane;
  private final PageSampler sampler;
  private final HandshakeProbe probe;
  private final ScheduledExecutorService heartbeats =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("sampler-heartbeat"));

  private @Nullable ScheduledFuture<?> heartbeat;

  /**
   * Creates a sampler that sends nothing before {@link #start}.
   *
   * @param samplerNumber index of this sampler in the run, from 0
   * @param incarnationEpochMillis wall clock time at which the process started
   * @param exporters URLs of DCGM exporters, or that of the GPUs of this machine
   * @param servers URLs of the metrics pages of inference servers
   * @param extraGpuFields additional GPU fields that the user requested, by their names on an
   *     exporter's page
   * @param handshakes targets of the handshakes that measure the network round trip
   * @param publisher remains open when the sampler is closed
   * @param gpuSamples receives each GPU sample that is written; must not block
   * @param serverSamples receives each server sample that is written; must not block
   * @throws IllegalArgumentException if URLs are not HTTP URLs; the message lists all of them
   */
  public MetricsSampler(
      RunPlan plan,
      int samplerNumber,
      long incarnationEpochMillis,
      String gpuTopic,
      int partition,
      List<URI> exporters,
      List<URI> servers,
      Set<String> extraGpuFields,
      Duration interval,
      HandshakePlan handshakes,
      AnchoredRunClock clock,
      EventPublisher publisher,
      Consumer<GpuSample> gpuSamples,
      Consumer<ServerSample> serverSamples) {
    this.clock = clock;
    this.plan = plan;
    this.interval = interval;
    String process = nameOf(samplerNumber);
    this.address =
        new LaneAddress(laneId(samplerNumber, incarnationEpochMillis), "", gpuTopic, partition);
    LaneDescription description =
        new LaneDescription(
            plan.runId(),
            address.getLaneId(),
            process,
            LaneKind.SAMPLER,
            null,
            incarnationEpochMillis,
            gpuTopic,
            partition,
            null,
            planFacts(null));
    this.pauses = new PauseMeter(clock);
    this.lane =
        new SamplerLane(
            description,
            clock,
            exporters,
            servers,
            MAX_SCRAPE_DURATION.toNanos(),
            new ProcessMonitor(clock, pauses),
            publisher.open(gpuTopic, partition),
            gpuSamples,
            serverSamples);
    this.sampler =
        new PageSampler(exporters, servers, extraGpuFields, interval, SCRAPE_TIMEOUT, clock, lane);
    this.probe = new HandshakeProbe(handshakes, clock, lane::handshakeEnded);
  }

  /**
   * Returns the ID of the lane of a sampler.
   *
   * @param samplerNumber index of the sampler in the run, from 0
   */
  public static String laneId(int samplerNumber, long incarnationEpochMillis) {
    return nameOf(samplerNumber)
        + "."
        + Long.toString(incarnationEpochMillis, Character.MAX_RADIX)
        + ".0";
  }

  private static String nameOf(int samplerNumber) {
    return "s" + samplerNumber;
  }

  private PlanFacts planFacts(@Nullable Long runStartEpochNanos) {
    return PlanFacts.newBuilder(WirePlan.of(plan, runStartEpochNanos))
        .setSampleIntervalNs(interval.toNanos())
        .build();
  }

  /** Returns the lane and its partition. */
  public LaneAddress address() {
    return address;
  }

  /** Starts sampling; returns immediately. */
  public void start() {
    sampler.start();
  }

  /**
   * Opens the lane and writes the samples so far as baselines.
   *
   * @param countsFromEpochNanos time from which the lane counts; later than the start of the run if
   *     it joins a running one
   */
  public void open(long runStartEpochNanos, long countsFromEpochNanos) {
    boolean joinsLate = countsFromEpochNanos != runStartEpochNanos;
    lane.open(planFacts(runStartEpochNanos), joinsLate ? countsFromEpochNanos : null);
    probe.start(Duration.ofNanos(countsFromEpochNanos - clock.readAnchor().epochNanos()));
    heartbeat =
        heartbeats.scheduleAtFixedRate(
            lane::heartbeat, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Waits for a limited time for one more sample of each page and for missing handshakes, and ends
   * the lane.
   *
   * @throws InterruptedException if the wait is interrupted; then the lane is not ended
   */
  public void end() throws InterruptedException {
    probe.finish();
    long now = clock.nowNanos();
    long deadline = now + interval.toNanos() + LAST_SAMPLE_WAIT.toNanos();
    while (!allPagesReadSince(now) && clock.nowNanos() < deadline) {
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted while waiting for the last sample");
      }
      LockSupport.parkNanos(1_000_000);
    }
    requireNonNull(heartbeat).cancel(false);
    lane.end();
  }

  /** Returns whether each page has been scraped, or has failed, since this time. */
  boolean allPagesReadSince(long nanos) {
    return lane.oldestScrapeNanos() >= nanos;
  }

  /**
   * Stops all threads. If the lane has not ended, it stays open until the coordinator declares it
   * lost.
   */
  @Override
  public void close() {
    heartbeats.shutdownNow();
    probe.close();
    sampler.close();
    pauses.close();
  }
}
