package io.longhaul.pipeline.slice;

import io.longhaul.wire.GpuSample;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;

/** Which GPU: two are the same when exporter, UUID and MIG instance are. */
public record GpuIdentity(
    String exporterUrl, String uuid, String migInstance, int index, String model, String hostname)
    implements Comparable<GpuIdentity> {

  private static final Comparator<GpuIdentity> ORDER =
      Comparator.comparing(GpuIdentity::exporterUrl)
          .thenComparing(GpuIdentity::uuid)
          .thenComparing(GpuIdentity::migInstance);

  /** Longer names are cut: they are keys of state and must stay small. */
  private static final int LONGEST_NAME = 500;

  private static String name(String told) {
    return told.length() > LONGEST_NAME ? told.substring(0, LONGEST_NAME) : told;
  }

  public static GpuIdentity of(GpuSample sample) {
    return new GpuIdentity(
        name(sample.getExporterUrl()),
        name(sample.getGpuUuid()),
        name(sample.getMigInstance()),
        sample.getGpuIndex(),
        name(sample.getGpuModel()),
        name(sample.getHostname()));
  }

  @Override
  public int compareTo(GpuIdentity other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GpuIdentity that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return uuid.hashCode();
  }

  public void writeTo(DataOutput out) throws IOException {
    out.writeUTF(exporterUrl);
    out.writeUTF(uuid);
    out.writeUTF(migInstance);
    out.writeInt(index);
    out.writeUTF(model);
    out.writeUTF(hostname);
  }

  public static GpuIdentity readFrom(DataInput in) throws IOException {
    return new GpuIdentity(
        in.readUTF(), in.readUTF(), in.readUTF(), in.readInt(), in.readUTF(), in.readUTF());
  }
}
