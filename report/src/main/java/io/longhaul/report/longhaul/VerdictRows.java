package io.longhaul.report.longhaul;

import io.longhaul.export.VerdictRow;
import io.longhaul.export.VerdictShift;
import io.longhaul.metrics.stability.Growth;
import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.Stability.Shift;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.metrics.stability.StabilityState;
import io.longhaul.report.figures.FigureStability;
import io.longhaul.report.figures.GaugeGrowth;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.RunStability;
import io.longhaul.sinks.parquet.ParquetDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code verdicts.parquet}: how stable the figures of a run were and whether its gauges grew, as
 * rows that can be queried together with those of other runs.
 */
public final class VerdictRows {
  private static final double NANOS_PER_SECOND = 1e9;

  private final RunReport report;

  private VerdictRows(RunReport report) {
    this.report = report;
  }

  /**
   * Writes the file, replacing an earlier one atomically. A run that is too short for verdicts has
   * a file without rows.
   */
  public static void write(
      Path file, RunReport report, RunStability stability, List<GaugeGrowth> gauges)
      throws IOException {
    VerdictRows rows = new VerdictRows(report);
    try (ParquetDocument<VerdictRow> out =
        ParquetDocument.ofRows(
            file,
            VerdictRow.class,
            Map.of("longhaul.schema.version", "1", "longhaul.run_id", report.run().getRunId()))) {
      for (FigureStability figure : stability.figures()) {
        out.row(rows.of(figure));
      }
      for (GaugeGrowth gauge : gauges) {
        out.row(rows.of(gauge));
      }
      out.publish();
    }
  }

  private VerdictRow of(FigureStability figure) {
    Stability stability = figure.stability();
    boolean judged = stability.state() != StabilityState.TOO_SHORT;
    return row("figure", stability.trend())
        .setName(figure.figure().name())
        .setStatistic(figure.figure().statistic())
        .setUnit(figure.figure().unit())
        .setVerdict(stability.state().name())
        .setText(figure.text())
        .setSlices(stability.slices())
        .setMean(judged ? known(stability.mean()) : null)
        .setSettlingSeconds(judged ? stability.settlingSeconds() : null)
        .setVariation(stability.cov().isPresent() ? stability.cov().getAsDouble() : null)
        .setOutliers(stability.outliers().size())
        .setSeasonAmplitude(stability.season().map(Stability.Season::amplitude).orElse(null))
        .setLowestAtStart(null)
        .setLowestAtEnd(null)
        .setShifts(stability.shifts().stream().map(this::shift).toList())
        .build();
  }

  private VerdictRow of(GaugeGrowth gauge) {
    Growth growth = gauge.growth();
    return row("gauge", growth.trend())
        .setName(gauge.gauge())
        .setStatistic(null)
        .setUnit(gauge.unit())
        .setVerdict(growth.state().name())
        .setText(gauge.text())
        .setSlices(growth.slices())
        .setMean(null)
        .setSettlingSeconds(null)
        .setVariation(null)
        .setOutliers(0)
        .setSeasonAmplitude(null)
        .setLowestAtStart(known(growth.start()))
        .setLowestAtEnd(known(growth.end()))
        .setShifts(List.of())
        .build();
  }

  private VerdictRow.Builder row(String kind, Optional<Trend> trend) {
    return VerdictRow.newBuilder()
        .setRunId(report.run().getRunId())
        .setRunStartEpochNs(report.startEpochNanos())
        .setKind(kind)
        .setSliceSeconds(report.run().getSliceDurationNs() / NANOS_PER_SECOND)
        .setSlopePerHour(trend.map(Trend::slopePerHour).map(VerdictRows::known).orElse(null))
        .setSlopeLow(trend.map(Trend::slopeLow).map(VerdictRows::known).orElse(null))
        .setSlopeHigh(trend.map(Trend::slopeHigh).map(VerdictRows::known).orElse(null))
        .setPValue(trend.map(Trend::p).map(VerdictRows::known).orElse(null))
        .setProjected(trend.map(Trend::projected).map(VerdictRows::known).orElse(null));
  }

  private VerdictShift shift(Shift shift) {
    return new VerdictShift(
        shift.slice(),
        report.startEpochNanos() + Math.round(shift.seconds() * NANOS_PER_SECOND),
        shift.seconds(),
        shift.from(),
        shift.to());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
