package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.GpuPartState;
import io.longhaul.pipeline.state.GpuPartsState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.pipeline.types.StateCodec;
import java.util.TreeMap;

/** One sampler lane's data of its GPUs in one slice. Mutable; part of a lane's state. */
public final class GpuParts {
  /** Encodes the message from lane to run. */
  public static final StateCodec<GpuPartsState> CODEC = new StateCodec<>(GpuPartsState.class);

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

  public GpuPartsState toState() {
    return new GpuPartsState(
        ConvertedList.of(gpus.entrySet(), gpu -> gpu.getValue().toState(gpu.getKey())));
  }

  public static GpuParts ofState(GpuPartsState stored) {
    GpuParts parts = new GpuParts();
    for (GpuPartState part : stored.getGpus()) {
      parts.gpus.put(GpuKey.ofState(part.getGpu()), GpuPart.ofState(part));
    }
    return parts;
  }

  /** Returns the serialized bytes, for the message from lane to run. */
  public byte[] toBytes() {
    return CODEC.encode(toState());
  }

  public static GpuParts ofBytes(byte[] bytes) {
    return ofState(CODEC.decode(bytes));
  }
}
