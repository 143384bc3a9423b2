package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.types.UnreadableStateException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One lane's data of one GPU in one slice, as a list of pieces. The end of a run is known only when
 * all lanes have ended, so a part can be cut at any time until it becomes a row. Its size is
 * proportional to the number of samples in the slice. Mutable; part of a lane's state.
 */
public final class GpuPart {
  private static final byte VERSION = 3;
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

  void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeLong(firstSeenEpochNanos);
    out.writeInt(samples.size());
    for (Sampled sample : samples) {
      out.writeLong(sample.atEpochNanos());
      out.writeLong(sample.ageNanos());
      out.writeDouble(sample.xid());
    }
    out.writeInt(failedScrapes.size());
    for (long at : failedScrapes) {
      out.writeLong(at);
    }
    out.writeInt(held.size());
    for (Held piece : held) {
      out.writeLong(piece.fromEpochNanos());
      out.writeLong(piece.toEpochNanos());
      out.writeByte(piece.values().length);
      for (double value : piece.values()) {
        out.writeDouble(value);
      }
    }
    out.writeByte(growths.size());
    for (List<CounterGrowth> pieces : growths) {
      out.writeInt(pieces.size());
      for (CounterGrowth piece : pieces) {
        piece.writeTo(out);
      }
    }
  }

  static GpuPart readFrom(DataInput in) throws IOException {
    UnreadableStateException.requireForm("GPU part", in.readByte(), VERSION);
    GpuPart part = new GpuPart(in.readLong());
    for (int left = in.readInt(); left > 0; left--) {
      part.samples.add(new Sampled(in.readLong(), in.readLong(), in.readDouble()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      part.failedScrapes.add(in.readLong());
    }
    for (int left = in.readInt(); left > 0; left--) {
      part.held.add(new Held(in.readLong(), in.readLong(), readValues(in)));
    }
    int counters = in.readByte();
    for (int i = 0; i < counters; i++) {
      for (int left = in.readInt(); left > 0; left--) {
        part.growths.get(i).add(CounterGrowth.readFrom(in));
      }
    }
    return part;
  }

  private static double[] readValues(DataInput in) throws IOException {
    double[] values = Gauge.noValues();
    int stored = in.readByte();
    for (int i = 0; i < stored; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }
}
