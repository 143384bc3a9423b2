package io.longhaul.sinks.json;

import io.longhaul.sinks.report.AiperfResult;
import io.longhaul.sinks.report.AiperfSlice;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.util.List;

/**
 * {@code profile_export_aiperf_timeslices.json} in the format of AIPerf 0.13. {@code slices.json}
 * contains Longhaul's own slices.
 */
final class TimeslicesJson {
  private static final String TIMESLICES = "timeslices";
  private static final String START_NS = "start_ns";
  private static final String END_NS = "end_ns";
  private static final String IS_COMPLETE = "is_complete";

  private TimeslicesJson() {}

  static void write(JsonDocument json, RunReport report) throws IOException {
    write(json, report.aiperfSlices());
    json.tree(
        ProfileJson.INPUT_CONFIG,
        Configuration.of(report.run().getConfigurationJson()).inputConfig());
  }

  static void write(JsonDocument json, List<AiperfSlice> slices) throws IOException {
    json.objects(TIMESLICES, slices, slice -> writeSlice(json, slice));
  }

  private static void writeSlice(JsonDocument json, AiperfSlice slice) throws IOException {
    json.plainInteger(START_NS, slice.startEpochNanos());
    json.plainInteger(END_NS, slice.endEpochNanos());
    if (!slice.complete()) {
      json.truth(IS_COMPLETE, false);
    }
    List<AiperfResult> results = AiperfResult.ofSlice(slice.statistics());
    for (AiperfResult result : AiperfResultJson.first(results)) {
      AiperfResultJson.write(json, result);
    }
    for (AiperfResult result : AiperfResultJson.others(results)) {
      AiperfResultJson.write(json, result);
    }
  }
}
