package io.longhaul.load;

import io.longhaul.load.gpu.GpuMetric;
import io.longhaul.load.gpu.PageSampler;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeProbe;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.record.LaneFacts;
import io.longhaul.load.record.SamplerLane;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.PauseMeter;
import io.longhaul.load.time.ProcessWatch;
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
import java.util.stream.Collectors;

/**
 * Samples GPUs and servers' metrics during a run, and the network's round trip, and writes what it
 * finds into a lane of its own. It samples from {@link #start} on, so that counters have a
 * baseline; the lane opens when the run's start is known. Handshakes are made from that start on.
 *
 * <p>Order of calls, by one thread: {@link #start}, {@link #open}, {@link #end}, {@link #close}.
 */
public final class Sampling implements AutoCloseable {
  private static final long HEARTBEAT_SECONDS = 1;

  /** A little longer than the sampler's own limit. */
  private static final Duration LONGEST_SCRAPE = Duration.ofSeconds(6);

  private static final Duration WAIT_FOR_LAST_SAMPLE = Duration.ofSeconds(2);

  private final AnchoredRunClock clock;
  private final RunPlan plan;
  private final Duration interval;
  private final LaneAddress address;
  private final PauseMeter pauses;
  private final SamplerLane lane;
  private final PageSampler sampler;
  private final HandshakeProbe probe;
  private final ScheduledExecutorService heartbeats =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "sampler-heartbeat");
            thread.setDaemon(true);
            return thread;
          });

  private ScheduledFuture<?> heartbeat;

  /**
   * Nothing is asked before {@link #start}.
   *
   * @param samplerNumber which of the run's samplers this is, from 0
   * @param incarnationEpochMillis wall clock of the process's start
   * @param exporters DCGM exporters' pages
   * @param servers pages of inference servers
   * @param asked further fields of GPUs that a person wants
   * @param handshakes by which the network's round trip is measured
   * @param publisher stays open when the sampling is closed
   * @param serverSamples receives each server sample that is written; must not block
   * @throws IllegalArgumentException naming every URL that is not one of HTTP
   */
  public Sampling(
      RunPlan plan,
      int samplerNumber,
      long incarnationEpochMillis,
      String gpuTopic,
      int partition,
      List<URI> exporters,
      List<URI> servers,
      List<GpuMetric> asked,
      Duration interval,
      HandshakePlan handshakes,
      AnchoredRunClock clock,
      EventPublisher publisher,
      Consumer<ServerSample> serverSamples) {
    this.clock = clock;
    this.plan = plan;
    this.interval = interval;
    String process = "s" + samplerNumber;
    String incarnation = Long.toString(incarnationEpochMillis, Character.MAX_RADIX);
    this.address = new LaneAddress(process + "." + incarnation + ".0", "", gpuTopic, partition);
    LaneFacts facts =
        new LaneFacts(
            plan.runId(),
            address.getLaneId(),
            process,
            LaneKind.SAMPLER,
            null,
            incarnationEpochMillis,
            gpuTopic,
            partition,
            planFacts(null));
    this.pauses = new PauseMeter(clock);
    this.lane =
        new SamplerLane(
            facts,
            clock,
            exporters,
            servers,
            LONGEST_SCRAPE.toNanos(),
            new ProcessWatch(clock, pauses),
            publisher.open(gpuTopic, partition),
            serverSamples);
    Set<String> names =
        asked.stream().map(GpuMetric::dcgmName).collect(Collectors.toUnmodifiableSet());
    this.sampler = new PageSampler(exporters, servers, names, interval, clock, lane);
    this.probe = new HandshakeProbe(handshakes, clock, lane);
  }

  private PlanFacts planFacts(Long runStartEpochNanos) {
    return PlanFacts.newBuilder(WirePlan.of(plan, runStartEpochNanos))
        .setSampleIntervalNs(interval.toNanos())
        .build();
  }

  /** The lane that is written, and where. */
  public LaneAddress address() {
    return address;
  }

  /** Begins to sample; returns at once. */
  public void start() {
    sampler.start();
  }

  /** Opens the lane; what was sampled before is told as baselines. */
  public void open(long runStartEpochNanos) {
    lane.open(planFacts(runStartEpochNanos));
    probe.start(Duration.ofNanos(runStartEpochNanos - clock.readAnchor().epochNanos()));
    heartbeat =
        heartbeats.scheduleAtFixedRate(
            lane::heartbeat, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Waits for one more sample of each page and for the handshakes that are missing, not for long,
   * and ends the lane.
   *
   * @throws InterruptedException when the waiting is interrupted; the lane is not ended then
   */
  public void end() throws InterruptedException {
    probe.finish();
    long now = clock.nowNanos();
    long deadline = now + interval.toNanos() + WAIT_FOR_LAST_SAMPLE.toNanos();
    while (!heardOfAllSince(now) && clock.nowNanos() < deadline) {
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted while waiting for the last sample");
      }
      LockSupport.parkNanos(1_000_000);
    }
    heartbeat.cancel(false);
    lane.end();
  }

  /** Whether each page has been scraped, or has failed, since a moment of the clock. */
  boolean heardOfAllSince(long nanos) {
    return lane.heardOfAllSinceNanos() >= nanos;
  }

  /** Ends all threads. A lane that was not ended stays open for the coordinator to judge. */
  @Override
  public void close() {
    heartbeats.shutdownNow();
    probe.close();
    sampler.close();
    pauses.close();
  }
}
