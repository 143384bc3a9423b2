package io.longhaul.load.record;

import io.longhaul.load.gpu.GpuReading;
import io.longhaul.load.gpu.GpuScrape;
import io.longhaul.load.gpu.Scrape;
import io.longhaul.load.gpu.ScrapeFailure;
import io.longhaul.load.gpu.ScrapeListener;
import io.longhaul.load.gpu.ServerScrape;
import io.longhaul.load.handshake.HandshakeListener;
import io.longhaul.load.handshake.TimedHandshake;
import io.longhaul.load.publish.LaneOutlet;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.ProcessHealth;
import io.longhaul.load.time.ProcessWatch;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerSample;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes the lane of a sampler. What is sampled before the lane opens is kept, the last few
 * scrapes, and told first: these are the baselines of counters.
 *
 * <p>The frontier is the time of the last scrape of each page, the oldest of them; a scrape that
 * takes longer than any may is not waited for, and if it comes after all it is told as failed.
 *
 * <p>Any thread; calls exclude each other. Nothing here is on the measured path.
 */
public final class SamplerLane implements ScrapeListener, HandshakeListener {
  private static final int BASELINE_SCRAPES = 8;

  private final LaneFacts facts;
  private final AnchoredRunClock clock;
  private final ClockAnchor anchor;
  private final long longestScrapeNanos;
  private final ProcessWatch watch;
  private final LaneWriter writer;
  private final Set<URI> servers;
  private final Consumer<ServerSample> serverSamples;
  private final Map<URI, Long> lastScrapeNanos = new HashMap<>();
  private final Deque<Scrape> baselines = new ArrayDeque<>();

  private boolean open;
  private boolean ended;
  private long frontierNanos;

  /**
   * @param exporters DCGM exporters that will be heard of
   * @param servers likewise pages of inference servers
   * @param longestScrapeNanos no scrape takes longer
   * @param watch of this lane alone
   * @param serverSamples receives each server sample that is written; must not block
   */
  public SamplerLane(
      LaneFacts facts,
      AnchoredRunClock clock,
      Collection<URI> exporters,
      Collection<URI> servers,
      long longestScrapeNanos,
      ProcessWatch watch,
      LaneOutlet outlet,
      Consumer<ServerSample> serverSamples) {
    this.facts = facts;
    this.clock = clock;
    this.anchor = clock.readAnchor();
    this.longestScrapeNanos = longestScrapeNanos;
    this.watch = watch;
    this.writer = new LaneWriter(facts.runId(), facts.laneId(), outlet);
    this.frontierNanos = anchor.monotonicNanos();
    this.servers = Set.copyOf(servers);
    this.serverSamples = serverSamples;
    exporters.forEach(url -> lastScrapeNanos.put(url, anchor.monotonicNanos()));
    servers.forEach(url -> lastScrapeNanos.put(url, anchor.monotonicNanos()));
  }

  /**
   * Opens the lane and tells the baselines.
   *
   * @param plan the part of the plan that readers need, now with the run's start
   */
  public synchronized void open(PlanFacts plan) {
    writer.write(EventKind.LANE_STARTED, facts.startedAt(anchor, plan));
    open = true;
    baselines.forEach(this::tell);
    baselines.clear();
  }

  @Override
  public synchronized void sampled(Scrape scrape) {
    lastScrapeNanos.put(scrape.url(), scrape.atNanos());
    if (open) {
      tell(scrape);
      return;
    }
    baselines.addLast(scrape);
    if (baselines.size() > BASELINE_SCRAPES * lastScrapeNanos.size()) {
      baselines.removeFirst();
    }
  }

  @Override
  public synchronized void failed(ScrapeFailure failure) {
    lastScrapeNanos.put(failure.url(), failure.atNanos());
    if (open) {
      tellFailed(failure.url(), failure.atNanos(), failure.reason());
    }
  }

  private void tell(Scrape scrape) {
    if (ended) {
      return;
    }
    if (scrape.atNanos() < frontierNanos) {
      tellFailed(scrape.url(), frontierNanos, "too_late");
      return;
    }
    if (scrape instanceof GpuScrape gpus) {
      for (GpuReading reading : gpus.readings()) {
        writer.write(
            EventKind.GPU_SAMPLE, GpuSamples.toWire(gpus, reading, anchor.monotonicNanos()));
      }
    } else if (scrape instanceof ServerScrape server) {
      for (ServerSample part : ServerSamples.toWire(server, anchor.monotonicNanos())) {
        writer.write(EventKind.SERVER_SAMPLE, part);
        serverSamples.accept(part);
      }
    }
  }

  @Override
  public synchronized void heard(TimedHandshake handshake) {
    if (open && !ended) {
      long notBehind = Math.max(handshake.atNanos(), frontierNanos);
      writer.write(EventKind.HANDSHAKE, Handshakes.toWire(handshake, laneTime(notBehind)));
    }
  }

  private void tellFailed(URI url, long atNanos, String reason) {
    if (!ended) {
      long notBehind = Math.max(atNanos, frontierNanos);
      writer.write(
          EventKind.SCRAPE_FAILED,
          new ScrapeFailed(laneTime(notBehind), url.toString(), reason, servers.contains(url)));
    }
  }

  /** Tells how far the lane is complete. To be called every second while it is open. */
  public synchronized void heartbeat() {
    if (!open || ended) {
      return;
    }
    writer.declareLost();
    long now = clock.nowNanos();
    frontierNanos = Math.max(frontierNanos, oldestScrapeStillToCome(now));
    writer.write(
        EventKind.HEARTBEAT,
        Heartbeat.newBuilder()
            .setAtNs(laneTime(now))
            .setFrontierNs(laneTime(frontierNanos))
            .setAckedBelow(writer.ackedBelow())
            .setClockErrorNs(anchor.driftNanos(clock.readAnchor()))
            .setNotIssued(NotIssuedCounts.NONE.toWire())
            .setHealth(health())
            .build());
  }

  /** The time that no sample still to come is older than. */
  private long oldestScrapeStillToCome(long now) {
    long oldest = now;
    for (long last : lastScrapeNanos.values()) {
      oldest = Math.min(oldest, Math.max(last, now - longestScrapeNanos));
    }
    return oldest;
  }

  /** When each page was last heard of; the oldest of these times. */
  public synchronized long heardOfAllSinceNanos() {
    return lastScrapeNanos.values().stream()
        .mapToLong(Long::longValue)
        .min()
        .orElse(clock.nowNanos());
  }

  /** Ends the lane; what is heard later is not told. Does nothing to one that is not open. */
  public synchronized void end() {
    heartbeat();
    if (open && !ended) {
      writer.write(
          EventKind.LANE_ENDED,
          LaneEnded.newBuilder()
              .setAtNs(laneTime(clock.nowNanos()))
              .setNotIssued(NotIssuedCounts.NONE.toWire())
              .setLedger(List.of())
              .setTotals(LedgerEntry.newBuilder().setSliceIndex(LedgerBook.WHOLE_LANE).build())
              .build());
    }
    if (!ended) {
      watch.close();
    }
    ended = true;
  }

  private Health health() {
    ProcessHealth process = watch.take();
    return Health.newBuilder()
        .setPauseMaxNs(process.pauseMaxNanos())
        .setGcPauseNs(process.gcPauseNanos())
        .setProcessCpuCores(process.processCpuCores())
        .setHostIdleRatio(
            process.hostIdleRatio().isPresent()
                ? (Double) process.hostIdleRatio().getAsDouble()
                : null)
        .setUnackedEvents(writer.unacked())
        .setDroppedEvents(writer.droppedEvents())
        .build();
  }

  private long laneTime(long nanos) {
    return nanos - anchor.monotonicNanos();
  }
}
