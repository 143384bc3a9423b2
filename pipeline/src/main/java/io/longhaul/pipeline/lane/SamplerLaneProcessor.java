package io.longhaul.pipeline.lane;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.GpuSampleRows;
import io.longhaul.pipeline.row.HandshakeRows;
import io.longhaul.pipeline.row.ServerSampleRows;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerSample;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * A sampler's lane: every reading of a GPU is a row and is weighed into slices; every series of a
 * server's metrics page is a row, and only that: what a foreign page says never becomes state. So
 * is every handshake.
 */
final class SamplerLaneProcessor implements LaneProcessor {
  private static final long BEFORE_THE_RUN = -1;

  private final LaneMetadata facts;
  private final GpuAggregator gpus;
  private final ServerPages servers;
  private long samples;
  private long serverSamples;
  private long handshakes;
  private long clockErrorMaxNanos;

  SamplerLaneProcessor(LaneMetadata facts) {
    this(
        facts,
        new GpuAggregator(facts.sliceClock(), facts.startEpochNanos(), facts.sampleIntervalNanos()),
        new ServerPages());
  }

  private SamplerLaneProcessor(LaneMetadata facts, GpuAggregator gpus, ServerPages servers) {
    this.facts = facts;
    this.gpus = gpus;
    this.servers = servers;
  }

  @Override
  public boolean mayHold(EventKind kind) {
    return kind == EventKind.GPU_SAMPLE
        || kind == EventKind.HANDSHAKE
        || kind == EventKind.SERVER_SAMPLE
        || kind == EventKind.SCRAPE_FAILED;
  }

  @Override
  public void take(Event event, LaneContext desk) {
    if (event.record() instanceof GpuSample sample) {
      long epoch = requireInBounds(event, sample.getAtNs());
      GpuKey gpu = GpuKey.of(sample);
      if (gpus.isFull(gpu)) {
        throw new IllegalArgumentException(
            "Cannot take GPU sample: " + GpuAggregator.MOST_GPUS + " GPUs are in its lane already");
      }
      samples++;
      gpus.sampled(epoch, sample);
      desk.out().gpuSample(GpuSampleRows.of(facts.identity(), sample, sliceOf(epoch)));
    } else if (event.record() instanceof ServerSample sample) {
      take(sample, requireInBounds(event, sample.getAtNs()), desk);
    } else if (event.record() instanceof ScrapeFailed failure) {
      takeFailure(failure, requireInBounds(event, failure.getAtNs()));
    } else if (event.record() instanceof Handshake handshake) {
      long epoch = requireInBounds(event, handshake.getAtNs());
      handshakes++;
      desk.out().handshake(HandshakeRows.of(facts.identity(), handshake, sliceOf(epoch)));
    }
  }

  private void take(ServerSample sample, long epoch, LaneContext desk) {
    long holdNanos = GpuAggregator.INTERVALS_HELD * facts.sampleIntervalNanos();
    List<ServerSampleRow> rows =
        ServerSampleRows.of(facts.identity(), sample, sliceOf(epoch), holdNanos);
    serverSamples += rows.size();
    rows.forEach(desk.out()::serverSample);
    if (sample.getLastPart() && epoch >= facts.startEpochNanos()) {
      servers.scraped(sample.getUrl(), sample.getLeftOut());
    }
  }

  private void takeFailure(ScrapeFailed failure, long epoch) {
    if (!failure.getOfServer()) {
      gpus.scrapeFailed(epoch, failure);
    } else if (epoch >= facts.startEpochNanos()) {
      servers.scrapeFailed(failure.getUrl());
    }
  }

  private long sliceOf(long epochNanos) {
    return Math.max(BEFORE_THE_RUN, facts.sliceClock().indexOf(epochNanos));
  }

  private long requireInBounds(Event event, long atNanos) {
    long epoch = facts.epochOf(atNanos);
    event.requireNotLater(epoch);
    if (gpus.isTooFarAhead(epoch)) {
      throw new IllegalArgumentException(
          "Invalid time: %d (less than %d slices ahead of the lane's frontier)"
              .formatted(epoch, SliceAggregator.MOST_SLICES_AHEAD));
    }
    return epoch;
  }

  @Override
  public void report(long atEpochNanos, Heartbeat heartbeat) {
    clockErrorMaxNanos = Math.max(clockErrorMaxNanos, Math.abs(heartbeat.getClockErrorNs()));
  }

  @Override
  public void settled(long settledBelow, LaneContext desk) {}

  @Override
  public void passed(long frontierEpochNanos, LaneContext desk) {
    if (gpus.passTo(frontierEpochNanos, desk)) {
      desk.tellRun(Kind.PROGRESS, gpus.passedEpochNanos());
    }
  }

  @Override
  public void ended(LaneEnded ended, LaneContext desk) {
    gpus.end(facts.epochOf(ended.getAtNs()), desk);
  }

  @Override
  public void lost(long frontierEpochNanos, LaneContext desk) {
    gpus.end(frontierEpochNanos, desk);
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
    SamplerLaneProcessor copy = new SamplerLaneProcessor(facts, gpus.copy(), servers.copy());
    copy.samples = samples;
    copy.serverSamples = serverSamples;
    copy.handshakes = handshakes;
    copy.clockErrorMaxNanos = clockErrorMaxNanos;
    return copy;
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    gpus.writeTo(out);
    servers.writeTo(out);
    out.writeLong(samples);
    out.writeLong(serverSamples);
    out.writeLong(handshakes);
    out.writeLong(clockErrorMaxNanos);
  }

  static SamplerLaneProcessor readFrom(LaneMetadata facts, DataInput in) throws IOException {
    SamplerLaneProcessor content =
        new SamplerLaneProcessor(
            facts,
            GpuAggregator.readFrom(
                facts.sliceClock(), facts.startEpochNanos(), facts.sampleIntervalNanos(), in),
            ServerPages.readFrom(in));
    content.samples = in.readLong();
    content.serverSamples = in.readLong();
    content.handshakes = in.readLong();
    content.clockErrorMaxNanos = in.readLong();
    return content;
  }
}
