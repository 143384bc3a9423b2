package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.GpuState;
import io.longhaul.wire.GpuSample;
import java.util.Comparator;

/** Identifies a GPU. Two keys are equal if exporter, UUID and MIG instance are equal. */
public record GpuKey(
    String exporterUrl, String uuid, String migInstance, int index, String model, String hostname)
    implements Comparable<GpuKey> {

  private static final Comparator<GpuKey> ORDER =
      Comparator.comparing(GpuKey::exporterUrl)
          .thenComparing(GpuKey::uuid)
          .thenComparing(GpuKey::migInstance);

  /** Longer names are truncated: they are keys of state and must stay small. */
  private static final int MAX_NAME_LENGTH = 500;

  private static String name(String text) {
    return text.length() > MAX_NAME_LENGTH ? text.substring(0, MAX_NAME_LENGTH) : text;
  }

  public static GpuKey of(GpuSample sample) {
    return new GpuKey(
        name(sample.getExporterUrl()),
        name(sample.getGpuUuid()),
        name(sample.getMigInstance()),
        sample.getGpuIndex(),
        name(sample.getGpuModel()),
        name(sample.getHostname()));
  }

  @Override
  public int compareTo(GpuKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GpuKey that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return uuid.hashCode();
  }

  public GpuState toState() {
    return new GpuState(exporterUrl, uuid, migInstance, index, model, hostname);
  }

  public static GpuKey ofState(GpuState stored) {
    return new GpuKey(
        stored.getExporterUrl(),
        stored.getGpuUuid(),
        stored.getMigInstance(),
        stored.getGpuIndex(),
        stored.getModel(),
        stored.getHostname());
  }
}
