package io.longhaul.mock.dcgm;

import io.longhaul.mock.script.ScrapeFault;
import io.longhaul.mock.script.ScrapeFault.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A metrics page in Prometheus's text format 0.0.4. */
final class DcgmPage {
  private static final String GARBAGE =
      "# HELP \u0000 gpu=\"0\n{{{ DCGM_FI_DEV_POWER_USAGE 12,5 }\n<html>";

  private DcgmPage() {}

  /**
   * Returns the page of all GPUs, metric by metric.
   *
   * @param readings one for each GPU
   * @param fault fault of this page, or null
   */
  static String of(List<Gpu> gpus, List<GpuSnapshot> readings, @Nullable ScrapeFault fault) {
    Kind kind = fault == null ? null : fault.kind();
    if (kind == Kind.GARBAGE) {
      return GARBAGE;
    }
    StringBuilder page = new StringBuilder(32_768);
    for (DcgmMetric field : DcgmMetric.ALL) {
      if (fault != null && kind == Kind.WITHOUT && field.name().equals(fault.field())) {
        continue;
      }
      page.append("# HELP ").append(field.name()).append(' ').append(field.help()).append('\n');
      page.append("# TYPE ").append(field.name()).append(' ').append(field.type()).append('\n');
      for (int i = 0; i < gpus.size(); i++) {
        page.append(field.name()).append('{').append(gpus.get(i).labels()).append("} ");
        page.append(value(field, readings.get(i), kind)).append('\n');
      }
    }
    return page.toString();
  }

  private static String value(DcgmMetric field, GpuSnapshot reading, @Nullable Kind kind) {
    if (kind == Kind.NAN && field.isGauge()) {
      return "NaN";
    }
    return kind == Kind.BLANK && field.isGauge() ? field.blankOf(reading) : field.valueOf(reading);
  }
}
