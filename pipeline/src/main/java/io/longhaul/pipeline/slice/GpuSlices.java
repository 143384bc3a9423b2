package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.GpuTotalsState;
import io.longhaul.pipeline.types.ConvertedList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The aggregates of several GPUs in a slice or in a run. Mutable. */
public final class GpuSlices {
  private final TreeMap<GpuKey, GpuSlice> gpus = new TreeMap<>();

  /** Adds the GPU's next slice, or another lane's data of this slice. */
  void add(GpuKey gpu, GpuSlice next) {
    gpus.computeIfAbsent(gpu, unknown -> new GpuSlice()).add(next);
  }

  /**
   * Adds the next slice, or another lane's data. Calls must follow the order of slices and lanes.
   */
  public void add(GpuSlices next) {
    next.gpus.forEach(this::add);
  }

  /** Adds scrapes of a GPU that failed. */
  public void scrapesFailed(GpuKey gpu, long number) {
    GpuSlice slice = gpus.computeIfAbsent(gpu, unknown -> new GpuSlice());
    for (long i = 0; i < number; i++) {
      slice.scrapeFailed();
    }
  }

  /** Returns the GPUs in order of exporter, UUID and MIG instance. */
  public SortedMap<GpuKey, GpuSlice> gpus() {
    return Collections.unmodifiableSortedMap(gpus);
  }

  public GpuSlices copy() {
    GpuSlices copy = new GpuSlices();
    gpus.forEach((gpu, slice) -> copy.gpus.put(gpu, slice.copy()));
    return copy;
  }

  public List<GpuTotalsState> toState() {
    return ConvertedList.of(gpus.entrySet(), gpu -> gpu.getValue().toState(gpu.getKey()));
  }

  public static GpuSlices ofState(List<GpuTotalsState> stored) {
    GpuSlices slices = new GpuSlices();
    for (GpuTotalsState gpu : stored) {
      slices.gpus.put(GpuKey.ofState(gpu.getGpu()), GpuSlice.ofState(gpu));
    }
    return slices;
  }
}
