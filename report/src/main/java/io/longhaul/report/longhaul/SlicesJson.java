package io.longhaul.report.longhaul;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.Goodput;
import io.longhaul.report.figures.GpuEnergy;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SloAttainment;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code slices.json}: the main figures of Longhaul's slices, which are aligned to the start of the
 * run. A request counts in the slice in which it ended, a token in the slice in which it arrived.
 * The dataset {@code slices} contains all figures.
 */
public final class SlicesJson {
  private static final double NANOS_PER_SECOND = 1e9;

  private final JsonDocument json;
  private final RunReport report;
  private final Map<Long, List<GpuSliceRow>> gpus = new HashMap<>();

  public SlicesJson(JsonDocument json, RunReport report) {
    this.json = json;
    this.report = report;
    for (GpuSliceRow gpu : report.gpuSlices()) {
      gpus.computeIfAbsent(gpu.getSliceIndex(), any -> new ArrayList<>()).add(gpu);
    }
  }

  /** Writes the members of the document. */
  public void write() throws IOException {
    json.text("schema_version", "1");
    json.text("run_id", report.run().getRunId());
    json.text("percentiles", "histogram");
    json.number("slice_duration_seconds", report.run().getSliceDurationNs() / NANOS_PER_SECOND);
    json.object(
        "units",
        () -> {
          for (Metric metric : SliceRowJson.SHOWN) {
            json.text(metric.tag(), metric.unit().display());
          }
        });
    json.objects("slices", report.slices(), this::writeSlice);
  }

  private void writeSlice(SliceRow slice) throws IOException {
    SliceRowJson.writeSpan(json, slice, report.startEpochNanos());
    SliceRowJson.write(json, slice);
    writeGoodput(slice);
    List<GpuSliceRow> itsGpus = gpus.getOrDefault(slice.getSliceIndex(), List.of());
    if (!itsGpus.isEmpty()) {
      GpuEnergy energy = GpuEnergy.ofSlice(itsGpus, slice, goodTokens(slice));
      json.object("energy", () -> GpuSliceJson.writeEnergy(json, energy));
    }
    json.objects("gpus", itsGpus, gpu -> GpuSliceJson.write(json, gpu));
  }

  private long goodTokens(SliceRow slice) {
    Goodput.OfSlice goodput = report.goodput().slices().get(slice.getSliceIndex());
    return goodput == null ? GpuEnergy.UNKNOWN : goodput.goodOutputTokens();
  }

  private void writeGoodput(SliceRow slice) throws IOException {
    Goodput.OfSlice goodput = report.goodput().slices().get(slice.getSliceIndex());
    if (goodput != null) {
      json.integer("good_output_tokens", goodput.goodOutputTokens());
      writeObjectives(json, goodput.objectives());
    }
  }

  /** Writes the attainment of each SLO as member {@code objectives}; omitted if there are none. */
  static void writeObjectives(JsonDocument json, List<SloAttainment> attainments)
      throws IOException {
    if (attainments.isEmpty()) {
      return;
    }
    json.objects(
        "objectives",
        attainments,
        attainment -> {
          Metric metric = attainment.slo().metric();
          boolean lowerBound = metric.is(Metric.Flag.LARGER_IS_BETTER);
          json.text("metric", metric.tag());
          json.number(
              lowerBound ? "at_least" : "at_most",
              metric.unit().toDisplay((double) attainment.slo().threshold()));
          json.text("unit", metric.unit().display());
          json.integer("met", attainment.met());
          json.integer("judged", attainment.judged());
          json.number("attainment", attainment.share());
        });
  }
}
