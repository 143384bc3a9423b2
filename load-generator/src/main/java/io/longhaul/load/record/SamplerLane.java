package io.longhaul.load.record;

import io.longhaul.load.handshake.TimedHandshake;
import io.longhaul.load.publish.LanePublisher;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.Scrape;
import io.longhaul.load.scrape.result.ScrapeListener;
import io.longhaul.load.scrape.result.ServerScrape;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
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
import org.jspecify.annotations.Nullable;

/**
 * Writes the lane of a sampler. The last few scrapes before the lane opens are kept and written
 * first, as baselines of counters.
 *
 * <p>The frontier is the oldest of the times at which each page was last scraped. It does not wait
 * for a scrape that exceeds the maximum duration; if such a scrape arrives later, it is recorded as
 * failed.
 *
 * <p>Any thread; calls are synchronized. Nothing here is on the measured path.
 */
public final class SamplerLane implements ScrapeListener {
  private static final int BASELINE_SCRAPES = 8;

  private final LaneDescription description;
  private final AnchoredRunClock clock;
  private final ClockAnchor anchor;
  private final long maxScrapeNanos;
  private final ProcessMonitor monitor;
  private final LaneWriter writer;
  private final Set<URI> servers;
  private final Consumer<GpuSample> gpuSamples;
  private final Consumer<ServerSample> serverSamples;
  private final Map<URI, Long> lastScrapeNanos = new HashMap<>();
  private final Deque<Scrape> baselines = new ArrayDeque<>();

  private boolean open;
  private boolean ended;
  private long frontierNanos;

  /**
   * @param exporters URLs of DCGM exporters, or that of the GPUs of this machine
   * @param servers URLs of the metrics pages of inference servers
   * @param maxScrapeNanos maximum duration of a scrape
   * @param monitor monitor for this lane alone
   * @param gpuSamples receives each GPU sample that is written; must not block
   * @param serverSamples receives each server sample that is written; must not block
   */
  public SamplerLane(
      LaneDescription description,
      AnchoredRunClock clock,
      Collection<URI> exporters,
      Collection<URI> servers,
      long maxScrapeNanos,
      ProcessMonitor monitor,
      LanePublisher publisher,
      Consumer<GpuSample> gpuSamples,
      Consumer<ServerSample> serverSamples) {
    this.description = description;
    this.clock = clock;
    this.anchor = clock.readAnchor();
    this.maxScrapeNanos = maxScrapeNanos;
    this.monitor = monitor;
    this.writer = new LaneWriter(description.runId(), description.laneId(), publisher);
    this.frontierNanos = anchor.monotonicNanos();
    this.servers = Set.copyOf(servers);
    this.gpuSamples = gpuSamples;
    this.serverSamples = serverSamples;
    exporters.forEach(url -> lastScrapeNanos.put(url, anchor.monotonicNanos()));
    servers.forEach(url -> lastScrapeNanos.put(url, anchor.monotonicNanos()));
  }

  /**
   * Opens the lane and writes the baselines.
   *
   * @param plan the part of the plan that readers need, now with the start of the run
   * @param countsFromEpochNanos see {@link LaneDescription}
   */
  public synchronized void open(PlanFacts plan, @Nullable Long countsFromEpochNanos) {
    writer.write(
        EventKind.LANE_STARTED,
        LaneStarted.newBuilder(description.startedAt(anchor, plan))
            .setCountsFromEpochNs(countsFromEpochNanos)
            .build());
    open = true;
    baselines.forEach(this::record);
    baselines.clear();
  }

  @Override
  public synchronized void sampled(Scrape scrape) {
    lastScrapeNanos.put(scrape.url(), scrape.atNanos());
    if (open) {
      record(scrape);
      return;
    }
    baselines.addLast(scrape);
    if (baselines.size() > BASELINE_SCRAPES * lastScrapeNanos.size()) {
      baselines.removeFirst();
    }
  }

  @Override
  public synchronized void failed(URI url, long atNanos, String reason) {
    lastScrapeNanos.put(url, atNanos);
    if (open) {
      writeFailed(url, atNanos, reason);
    }
  }

  private void record(Scrape scrape) {
    if (ended) {
      return;
    }
    if (scrape.atNanos() < frontierNanos) {
      writeFailed(scrape.url(), frontierNanos, "too_late");
      return;
    }
    if (scrape instanceof GpuScrape gpus) {
      for (GpuValues reading : gpus.readings()) {
        GpuSample sample = GpuSamples.toWire(gpus, reading, anchor.monotonicNanos());
        writer.write(EventKind.GPU_SAMPLE, sample);
        gpuSamples.accept(sample);
      }
    } else if (scrape instanceof ServerScrape server) {
      for (ServerSample part : ServerSamples.toWire(server, anchor.monotonicNanos())) {
        writer.write(EventKind.SERVER_SAMPLE, part);
        serverSamples.accept(part);
      }
    }
  }

  /** Records a handshake. */
  public synchronized void handshakeEnded(TimedHandshake handshake) {
    if (open && !ended) {
      long notBeforeFrontier = Math.max(handshake.atNanos(), frontierNanos);
      TimedHandshake.Failure failure = handshake.failure();
      writer.write(
          EventKind.HANDSHAKE,
          Handshake.newBuilder()
              .setAtNs(laneTime(notBeforeFrontier))
              .setTookNs(handshake.tookNanos())
              .setUrl(handshake.target().url())
              .setHost(handshake.target().host())
              .setPort(handshake.target().port())
              .setErrorType(failure == null ? null : failure.type())
              .setErrorMessage(failure == null ? null : failure.message())
              .build());
    }
  }

  private void writeFailed(URI url, long atNanos, String reason) {
    if (!ended) {
      long notBeforeFrontier = Math.max(atNanos, frontierNanos);
      writer.write(
          EventKind.SCRAPE_FAILED,
          new ScrapeFailed(
              laneTime(notBeforeFrontier), url.toString(), reason, servers.contains(url)));
    }
  }

  /** Writes a heartbeat with the lane's frontier. Call it every second while the lane is open. */
  public synchronized void heartbeat() {
    if (!open || ended) {
      return;
    }
    writer.declareLost();
    long now = clock.nowNanos();
    frontierNanos = Math.max(frontierNanos, oldestOutstandingScrape(now));
    writer.write(
        EventKind.HEARTBEAT,
        Heartbeat.newBuilder()
            .setAtNs(laneTime(now))
            .setFrontierNs(laneTime(frontierNanos))
            .setAckedBelow(writer.ackedBelow())
            .setClockErrorNs(anchor.driftNanos(clock.readAnchor()))
            .setNotIssued(NotIssuedCounts.NONE.toWire())
            .setHealth(writer.newHealth(monitor.take()).build())
            .build());
  }

  /** Returns the time before which no further sample can arrive. */
  private long oldestOutstandingScrape(long now) {
    long oldest = now;
    for (long last : lastScrapeNanos.values()) {
      oldest = Math.min(oldest, Math.max(last, now - maxScrapeNanos));
    }
    return oldest;
  }

  /** Returns the oldest of the times at which each page was last scraped or failed. */
  public synchronized long oldestScrapeNanos() {
    return lastScrapeNanos.values().stream()
        .mapToLong(Long::longValue)
        .min()
        .orElse(clock.nowNanos());
  }

  /** Ends the lane; later samples are ignored. Does nothing if the lane is not open. */
  public synchronized void end() {
    heartbeat();
    if (open && !ended) {
      writer.write(
          EventKind.LANE_ENDED,
          LaneEnded.newBuilder()
              .setAtNs(laneTime(clock.nowNanos()))
              .setNotIssued(NotIssuedCounts.NONE.toWire())
              .setLedger(List.of())
              .setTotals(LedgerEntry.newBuilder().setSliceIndex(LaneLedger.WHOLE_LANE).build())
              .build());
    }
    if (!ended) {
      monitor.close();
    }
    ended = true;
  }

  private long laneTime(long nanos) {
    return nanos - anchor.monotonicNanos();
  }
}
