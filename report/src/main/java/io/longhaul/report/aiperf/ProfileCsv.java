package io.longhaul.report.aiperf;

import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.GpuTelemetry;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import java.util.Comparator;
import java.util.List;

/**
 * {@code profile_export_aiperf.csv} as AIPerf 0.13 writes it: distributions, single numbers, GPUs.
 */
public final class ProfileCsv {
  private static final List<String> GPU_COLUMNS =
      List.of("Endpoint", "GPU_Index", "GPU_Name", "GPU_UUID", "Platform", "Metric");

  private final CsvText csv = new CsvText();

  private ProfileCsv() {}

  public static CsvText of(List<AiperfResult> results, List<GpuTelemetry> gpus) {
    ProfileCsv profile = new ProfileCsv();
    List<AiperfResult> sorted =
        results.stream().sorted(Comparator.comparing(AiperfResult::tag)).toList();
    profile.writeDistributions(sorted);
    profile.writeNumbers(sorted);
    if (!gpus.isEmpty()) {
      profile.writeGpus(gpus);
    }
    return profile.csv;
  }

  private void writeDistributions(List<AiperfResult> results) {
    List<AiperfResult> distributions =
        results.stream().filter(AiperfResult::hasPercentiles).toList();
    if (distributions.isEmpty()) {
      return;
    }
    csv.text("Metric").texts(statisticNames()).endLine();
    for (AiperfResult result : distributions) {
      csv.text(nameOf(result)).statistics(result).endLine();
    }
    csv.endLine();
  }

  private void writeNumbers(List<AiperfResult> results) {
    csv.text("Metric").text("Value").endLine();
    for (AiperfResult result : results) {
      if (!result.hasPercentiles()) {
        csv.text(nameOf(result)).number(result.statistics().get(Statistic.AVG)).endLine();
      }
    }
  }

  private void writeGpus(List<GpuTelemetry> gpus) {
    boolean hasHosts = gpus.stream().anyMatch(gpu -> !gpu.hostname().isEmpty());
    csv.endLine();
    csv.endLine();
    csv.texts(GPU_COLUMNS).texts(statisticNames());
    if (hasHosts) {
      csv.text("Hostname");
    }
    csv.endLine();
    for (GpuTelemetry gpu : gpus) {
      for (AiperfResult result : gpu.results()) {
        csv.text(ExporterName.of(gpu.id().exporterUrl()))
            .integer(gpu.id().index())
            .text(gpu.model())
            .text(gpu.id().uuid())
            .text("nvidia")
            .text(nameWithUnit(result))
            .statistics(result);
        if (hasHosts) {
          csv.text(gpu.hostname());
        }
        csv.endLine();
      }
    }
  }

  private static List<String> statisticNames() {
    return Statistic.CSV_COLUMNS.stream().map(Statistic::label).toList();
  }

  /** Returns header and unit; omits a unit of counts, except for GPUs. */
  static String nameOf(AiperfResult result) {
    boolean silent =
        result.unit().isEmpty()
            || result.unit().equals("count")
            || result.unit().equals("requests");
    return silent ? result.header() : nameWithUnit(result);
  }

  private static String nameWithUnit(AiperfResult result) {
    return result.header() + " (" + result.unit() + ")";
  }
}
