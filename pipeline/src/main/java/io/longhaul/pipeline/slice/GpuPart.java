package io.longhaul.pipeline.slice;

import static java.util.Objects.requireNonNull;

import io.longhaul.pipeline.state.CounterGrowthState;
import io.longhaul.pipeline.state.CounterGrowthsState;
import io.longhaul.pipeline.state.GpuHeldState;
import io.longhaul.pipeline.state.GpuPartState;
import io.longhaul.pipeline.state.GpuSampledState;
import io.longhaul.pipeline.types.ConvertedList;
import java.util.ArrayList;
import java.util.List;

/**
 * One lane's data of one GPU in one slice, as a list of pieces. The end of a run is known only when
 * all lanes have ended, so a part can be cut at any time until it becomes a row. Its size is
 * proportional to the number of samples in the slice. Mutable; part of a lane's state.
 */
public final class GpuPart {
  private static final GpuCounter[] COUNTERS = GpuCounter.values();

  private final long firstSeenEpochNanos;
  private final List<Sampled> samples = new ArrayList<>();
  private final List<Long> failedScrapes = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();

  /** Indexed by counter. */
  private final List<List<CounterGrowth>> growths = new ArrayList<>(COUNTERS.length);

  /** A sample; {@code xid} is NaN without one. */
  private record Sampled(long atEpochNanos, long ageNanos, double xid) {}

  /** A sample's values, indexed by gauge, and the time for which they were valid. */
  @SuppressWarnings("ArrayRecordComponent") // never compared or modified
  private record Held(long fromEpochNanos, long toEpochNanos, double[] values) {}

  GpuPart(long firstSeenEpochNanos) {
    this.firstSeenEpochNanos = firstSeenEpochNanos;
    for (int i = 0; i < COUNTERS.length; i++) {
      growths.add(new ArrayList<>());
    }
  }

  long firstSeenEpochNanos() {
    return firstSeenEpochNanos;
  }

  /**
   * Adds a sample.
   *
   * @param ageNanos age of its values
   * @param xid last XID error; NaN if the sample has none
   */
  public void sampled(long atEpochNanos, long ageNanos, double xid) {
    samples.add(new Sampled(atEpochNanos, ageNanos, xid));
  }

  public void scrapeFailed(long atEpochNanos) {
    failedScrapes.add(atEpochNanos);
  }

  /**
   * Adds a period for which a sample's values were valid. Periods are added in order of time.
   *
   * @param values values by gauge; NaN where the sample has none. Must not be modified
   */
  public void hold(double[] values, long fromEpochNanos, long toEpochNanos) {
    held.add(new Held(fromEpochNanos, toEpochNanos, values));
  }

  /** Adds growth of a counter. Growth is added in order of time. */
  public void grew(GpuCounter counter, CounterGrowth growth) {
    List<CounterGrowth> pieces = growths.get(counter.index());
    int last = pieces.size() - 1;
    if (last >= 0 && pieces.get(last).isZeroAndAdjoins(growth)) {
      pieces.set(last, pieces.get(last).mergedWith(growth));
    } else {
      pieces.add(growth);
    }
  }

  /** Returns the part before a time; pieces that extend beyond it are cut. */
  GpuSlice until(long endEpochNanos) {
    GpuSlice slice = new GpuSlice();
    for (Sampled sample : samples) {
      if (sample.atEpochNanos() < endEpochNanos) {
        slice.sampled(sample.ageNanos(), sample.xid());
      }
    }
    for (long at : failedScrapes) {
      if (at < endEpochNanos) {
        slice.scrapeFailed();
      }
    }
    for (Held piece : held) {
      long until = Math.min(piece.toEpochNanos(), endEpochNanos);
      if (piece.fromEpochNanos() < until) {
        slice.hold(piece.values(), until - piece.fromEpochNanos());
      }
    }
    for (GpuCounter counter : COUNTERS) {
      for (CounterGrowth growth : growths.get(counter.index())) {
        growth.until(endEpochNanos).ifPresent(amount -> slice.grew(counter, amount));
      }
    }
    return slice;
  }

  GpuPart copy() {
    GpuPart copy = new GpuPart(firstSeenEpochNanos);
    copy.samples.addAll(samples);
    copy.failedScrapes.addAll(failedScrapes);
    copy.held.addAll(held);
    for (GpuCounter counter : COUNTERS) {
      copy.growths.get(counter.index()).addAll(growths.get(counter.index()));
    }
    return copy;
  }

  GpuPartState toState(GpuKey gpu) {
    CounterGrowthsState pieces = new CounterGrowthsState();
    for (GpuCounter counter : COUNTERS) {
      GpuCounter.GROWTHS.put(
          pieces, counter, ConvertedList.of(growths.get(counter.index()), CounterGrowth::toState));
    }
    return new GpuPartState(
        gpu.toState(),
        firstSeenEpochNanos,
        ConvertedList.of(
            samples,
            sample -> new GpuSampledState(sample.atEpochNanos(), sample.ageNanos(), sample.xid())),
        failedScrapes,
        ConvertedList.of(
            held,
            piece ->
                new GpuHeldState(
                    piece.fromEpochNanos(), piece.toEpochNanos(), Gauge.toState(piece.values()))),
        pieces);
  }

  @SuppressWarnings("unchecked") // each field of the record is a list of growths
  static GpuPart ofState(GpuPartState stored) {
    GpuPart part = new GpuPart(stored.getFirstSeenEpochNs());
    for (GpuSampledState sample : stored.getSamples()) {
      part.sampled(sample.getEpochNs(), sample.getAgeNs(), sample.getXid());
    }
    part.failedScrapes.addAll(stored.getFailedScrapesEpochNs());
    for (GpuHeldState piece : stored.getHeld()) {
      part.hold(Gauge.ofState(piece.getValues()), piece.getFromEpochNs(), piece.getToEpochNs());
    }
    for (GpuCounter counter : COUNTERS) {
      List<CounterGrowthState> pieces =
          (List<CounterGrowthState>)
              requireNonNull(GpuCounter.GROWTHS.get(stored.getGrowths(), counter));
      pieces.forEach(piece -> part.growths.get(counter.index()).add(CounterGrowth.ofState(piece)));
    }
    return part;
  }
}
