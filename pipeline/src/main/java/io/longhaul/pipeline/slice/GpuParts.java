package io.longhaul.pipeline.slice;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Several GPUs, each with what is known of it in a slice or in a run. Mutable. */
public final class GpuParts {
  private final TreeMap<GpuIdentity, GpuSlice> gpus = new TreeMap<>();

  /** The GPU's slice, an empty one if it was not known. */
  public GpuSlice of(GpuIdentity gpu) {
    return gpus.computeIfAbsent(gpu, unknown -> new GpuSlice());
  }

  /**
   * Adds the next slice, or another lane's view; the order of calls is that of slices and lanes.
   */
  public void add(GpuParts next) {
    next.gpus.forEach((gpu, slice) -> of(gpu).add(slice));
  }

  /** In order of exporter, UUID and MIG instance. */
  public SortedMap<GpuIdentity, GpuSlice> gpus() {
    return Collections.unmodifiableSortedMap(gpus);
  }

  public GpuParts copy() {
    GpuParts copy = new GpuParts();
    gpus.forEach((gpu, slice) -> copy.gpus.put(gpu, slice.copy()));
    return copy;
  }

  public void writeTo(DataOutput out) throws IOException {
    out.writeInt(gpus.size());
    for (Map.Entry<GpuIdentity, GpuSlice> entry : gpus.entrySet()) {
      entry.getKey().writeTo(out);
      entry.getValue().writeTo(out);
    }
  }

  public static GpuParts readFrom(DataInput in) throws IOException {
    GpuParts parts = new GpuParts();
    for (int gpus = in.readInt(); gpus > 0; gpus--) {
      parts.gpus.put(GpuIdentity.readFrom(in), GpuSlice.readFrom(in));
    }
    return parts;
  }

  /** The form as bytes, for the way from lane to run. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no I/O to fail
    }
    return bytes.toByteArray();
  }

  public static GpuParts ofBytes(byte[] bytes) {
    try {
      return readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // written by this job a moment ago
    }
  }
}
