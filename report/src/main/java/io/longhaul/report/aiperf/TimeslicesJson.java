package io.longhaul.report.aiperf;

import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.AiperfSlice;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;

/**
 * {@code profile_export_aiperf_timeslices.json} in the format of AIPerf 0.13. {@code slices.json}
 * contains Longhaul's own slices.
 */
public final class TimeslicesJson {

  private TimeslicesJson() {}

  public static void write(JsonDocument json, RunReport report) throws IOException {
    write(json, report.aiperfSlices());
    json.tree(ProfileJson.INPUT_CONFIG, Configuration.of(report.run()).inputConfig());
  }

  public static void write(JsonDocument json, List<AiperfSlice> slices) throws IOException {
    json.objects("timeslices", slices, slice -> writeSlice(json, slice));
  }

  private static void writeSlice(JsonDocument json, AiperfSlice slice) throws IOException {
    json.plainInteger("start_ns", slice.startEpochNanos());
    json.plainInteger("end_ns", slice.endEpochNanos());
    if (!slice.complete()) {
      json.truth("is_complete", false);
    }
    List<AiperfResult> results = AiperfResult.ofSlice(slice.statistics());
    AiperfResultJson.writeFirst(json, results);
    AiperfResultJson.writeOthers(json, results);
  }
}
