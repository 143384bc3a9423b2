package io.longhaul.report.figures;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import java.util.Comparator;

/**
 * The identity of a GPU, or of a MIG instance of one; ordered by exporter and index.
 *
 * @param index index on its host; GPUs of several hosts behind one exporter may share it
 * @param migInstance empty if the GPU is not divided
 */
public record GpuId(String exporterUrl, int index, String uuid, String migInstance)
    implements Comparable<GpuId> {
  private static final Comparator<GpuId> ORDER =
      Comparator.comparing(GpuId::exporterUrl)
          .thenComparingInt(GpuId::index)
          .thenComparing(GpuId::uuid)
          .thenComparing(GpuId::migInstance);

  public static GpuId of(GpuSampleRow row) {
    return new GpuId(
        row.getExporterUrl(), row.getGpuIndex(), row.getGpuUuid(), row.getMigInstance());
  }

  public static GpuId of(GpuSliceRow row) {
    return new GpuId(
        row.getExporterUrl(), row.getGpuIndex(), row.getGpuUuid(), row.getMigInstance());
  }

  /** Returns the index and the MIG instance, for people. */
  public String name() {
    return "GPU " + index + (migInstance.isEmpty() ? "" : " MIG " + migInstance);
  }

  /** Returns {@link #name} with the host, or with the exporter if its host is unknown. */
  public static String nameWithHost(GpuSliceRow row) {
    String host = row.getHostname().isEmpty() ? row.getExporterUrl() : row.getHostname();
    return of(row).name() + " of " + host;
  }

  /** Returns a unique suffix for names of GPUs that share an index. */
  public String suffix() {
    return "_" + uuid + (migInstance.isEmpty() ? "" : "_" + migInstance);
  }

  @Override
  public int compareTo(GpuId other) {
    return ORDER.compare(this, other);
  }
}
