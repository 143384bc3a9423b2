package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.types.BinaryFormat;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeMap;

/** One sampler lane's data of its GPUs in one slice. Mutable; part of a lane's state. */
public final class GpuParts {
  private final TreeMap<GpuKey, GpuPart> gpus = new TreeMap<>();

  /**
   * Returns the GPU's part, creating an empty one if necessary.
   *
   * @param firstSeenEpochNanos time of the lane's first sample of the GPU
   */
  public GpuPart of(GpuKey gpu, long firstSeenEpochNanos) {
    return gpus.computeIfAbsent(gpu, unknown -> new GpuPart(firstSeenEpochNanos));
  }

  public boolean isEmpty() {
    return gpus.isEmpty();
  }

  /** Returns the aggregates before a time, without GPUs that were first seen later. */
  public GpuSlices until(long endEpochNanos) {
    GpuSlices slices = new GpuSlices();
    gpus.forEach(
        (gpu, part) -> {
          if (part.firstSeenEpochNanos() < endEpochNanos) {
            slices.add(gpu, part.until(endEpochNanos));
          }
        });
    return slices;
  }

  public GpuParts copy() {
    GpuParts copy = new GpuParts();
    gpus.forEach((gpu, part) -> copy.gpus.put(gpu, part.copy()));
    return copy;
  }

  public void writeTo(DataOutput out) throws IOException {
    BinaryFormat.writeMap(gpus, GpuKey::writeTo, GpuPart::writeTo, out);
  }

  public static GpuParts readFrom(DataInput in) throws IOException {
    GpuParts parts = new GpuParts();
    BinaryFormat.readMap(parts.gpus, GpuKey::readFrom, GpuPart::readFrom, in);
    return parts;
  }

  /** Returns the serialized bytes, for the message from lane to run. */
  public byte[] toBytes() {
    return BinaryFormat.toBytes(this, GpuParts::writeTo);
  }

  public static GpuParts ofBytes(byte[] bytes) {
    return BinaryFormat.ofBytes(bytes, GpuParts::readFrom);
  }
}
