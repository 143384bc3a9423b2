package io.longhaul.report.aiperf;

import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.AiperfSlice;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import java.util.List;

/** {@code profile_export_aiperf_timeslices.csv} as AIPerf 0.13 writes it: one number per line. */
public final class TimeslicesCsv {
  private static final List<String> COLUMNS =
      List.of("Timeslice", "Start_NS", "End_NS", "Metric", "Unit", "Stat", "Value");

  private TimeslicesCsv() {}

  public static CsvText of(List<AiperfSlice> slices) {
    CsvText csv = new CsvText();
    csv.texts(COLUMNS).endLine();
    for (int i = 0; i < slices.size(); i++) {
      for (AiperfResult result : AiperfResult.ofSlice(slices.get(i).statistics())) {
        writeResult(csv, i, slices.get(i), result);
      }
    }
    return csv;
  }

  private static void writeResult(
      CsvText csv, int position, AiperfSlice slice, AiperfResult result) {
    for (Statistic statistic : Statistic.CSV_COLUMNS) {
      Double value = result.statistics().get(statistic);
      if (value != null) {
        csv.integer(position)
            .integer(slice.startEpochNanos())
            .integer(slice.endEpochNanos())
            .text(result.header())
            .text(result.unit())
            .text(statistic.label())
            .number(value)
            .endLine();
      }
    }
  }
}
