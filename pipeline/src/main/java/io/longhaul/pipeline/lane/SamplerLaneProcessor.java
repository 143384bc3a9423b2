package io.longhaul.pipeline.lane;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.GpuSampleRows;
import io.longhaul.pipeline.row.HandshakeRows;
import io.longhaul.pipeline.row.ServerSampleRows;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.state.SamplerState;
import io.longhaul.schema.EventKind;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerSample;
import java.util.List;

/**
 * Processes a sampler's lane. Every GPU sample is a row and is aggregated into slices. Every series
 * of a server's metrics page and every handshake is only a row, so that foreign content never
 * becomes state.
 */
final class SamplerLaneProcessor implements LaneProcessor {
  private static final long BEFORE_THE_RUN = -1;

  private final LaneMetadata metadata;
  private final GpuAggregator gpus;
  private final ServerPages servers;
  private long samples;
  private long serverSamples;
  private long handshakes;
  private long clockErrorMaxNanos;

  SamplerLaneProcessor(LaneMetadata metadata) {
    this(
        metadata,
        new GpuAggregator(
            metadata.requiredClock(), metadata.startEpochNanos(), metadata.sampleIntervalNanos()),
        new ServerPages());
  }

  private SamplerLaneProcessor(LaneMetadata metadata, GpuAggregator gpus, ServerPages servers) {
    this.metadata = metadata;
    this.gpus = gpus;
    this.servers = servers;
  }

  @Override
  public boolean accepts(EventKind kind) {
    return kind == EventKind.GPU_SAMPLE
        || kind == EventKind.HANDSHAKE
        || kind == EventKind.SERVER_SAMPLE
        || kind == EventKind.SCRAPE_FAILED;
  }

  @Override
  public void process(Event event, LaneContext context) {
    if (event.record() instanceof GpuSample sample) {
      long epoch = requireInBounds(event, sample.getAtNs());
      GpuKey gpu = GpuKey.of(sample);
      if (gpus.isFull(gpu)) {
        throw new IllegalArgumentException(
            "Cannot take GPU sample: " + GpuAggregator.MAX_GPUS + " GPUs are in its lane already");
      }
      samples++;
      gpus.sampled(epoch, sample);
      context
          .out()
          .row(Dataset.GPU_SAMPLES, GpuSampleRows.of(metadata.identity(), sample, sliceOf(epoch)));
    } else if (event.record() instanceof ServerSample sample) {
      process(sample, requireInBounds(event, sample.getAtNs()), context);
    } else if (event.record() instanceof ScrapeFailed failure) {
      processFailure(failure, requireInBounds(event, failure.getAtNs()));
    } else if (event.record() instanceof Handshake handshake) {
      long epoch = requireInBounds(event, handshake.getAtNs());
      handshakes++;
      context
          .out()
          .row(
              Dataset.HANDSHAKES, HandshakeRows.of(metadata.identity(), handshake, sliceOf(epoch)));
    }
  }

  private void process(ServerSample sample, long epoch, LaneContext context) {
    long validityNanos = GpuAggregator.SAMPLE_VALIDITY_INTERVALS * metadata.sampleIntervalNanos();
    List<ServerSampleRow> rows =
        ServerSampleRows.of(metadata.identity(), sample, sliceOf(epoch), validityNanos);
    serverSamples += rows.size();
    rows.forEach(row -> context.out().row(Dataset.SERVER_SAMPLES, row));
    if (sample.getLastPart() && epoch >= metadata.startEpochNanos()) {
      servers.scraped(sample.getUrl(), sample.getLeftOut());
    }
  }

  private void processFailure(ScrapeFailed failure, long epoch) {
    if (!failure.getOfServer()) {
      gpus.scrapeFailed(epoch, failure);
    } else if (epoch >= metadata.startEpochNanos()) {
      servers.scrapeFailed(failure.getUrl());
    }
  }

  private long sliceOf(long epochNanos) {
    return Math.max(BEFORE_THE_RUN, metadata.requiredClock().indexOf(epochNanos));
  }

  private long requireInBounds(Event event, long atNanos) {
    long epoch = metadata.epochOf(atNanos);
    event.requireNotAhead(epoch);
    if (gpus.isTooFarAhead(epoch)) {
      throw new IllegalArgumentException(
          "Invalid time: %d (less than %d slices ahead of the lane's frontier)"
              .formatted(epoch, SliceAggregator.MAX_SLICES_AHEAD));
    }
    return epoch;
  }

  @Override
  public void heartbeat(long atEpochNanos, Heartbeat heartbeat) {
    clockErrorMaxNanos = Math.max(clockErrorMaxNanos, Math.abs(heartbeat.getClockErrorNs()));
  }

  @Override
  public void settled(long settledBelow, LaneContext context) {}

  @Override
  public void advanceTo(long frontierEpochNanos, LaneContext context) {
    if (gpus.advanceTo(frontierEpochNanos, context)) {
      context.sendToRun(Kind.PROGRESS, gpus.emittedUntilEpochNanos());
    }
  }

  @Override
  public void ended(LaneEnded ended, LaneContext context) {
    gpus.end(metadata.epochOf(ended.getAtNs()), context);
  }

  @Override
  public void lost(long frontierEpochNanos, LaneContext context) {
    gpus.end(frontierEpochNanos, context);
  }

  @Override
  public LaneTotals totals() {
    return new LaneTotals(
        LaneEnding.UNKNOWN,
        0,
        0,
        0,
        0,
        samples,
        serverSamples,
        servers,
        handshakes,
        0,
        clockErrorMaxNanos);
  }

  @Override
  public SamplerLaneProcessor copy() {
    SamplerLaneProcessor copy = new SamplerLaneProcessor(metadata, gpus.copy(), servers.copy());
    copy.samples = samples;
    copy.serverSamples = serverSamples;
    copy.handshakes = handshakes;
    copy.clockErrorMaxNanos = clockErrorMaxNanos;
    return copy;
  }

  @Override
  public SamplerState toState() {
    return new SamplerState(
        gpus.firstOpenSlice(),
        gpus.openSlicesState(),
        gpus.gpusState(),
        servers.toState(),
        samples,
        serverSamples,
        handshakes,
        clockErrorMaxNanos);
  }

  static SamplerLaneProcessor ofState(LaneMetadata metadata, SamplerState stored) {
    SamplerLaneProcessor processor =
        new SamplerLaneProcessor(
            metadata,
            GpuAggregator.ofState(
                metadata.requiredClock(),
                metadata.startEpochNanos(),
                metadata.sampleIntervalNanos(),
                stored),
            ServerPages.ofState(stored.getServerPages()));
    processor.samples = stored.getSamples();
    processor.serverSamples = stored.getServerSamples();
    processor.handshakes = stored.getHandshakes();
    processor.clockErrorMaxNanos = stored.getClockErrorMaxNs();
    return processor;
  }
}
