package io.longhaul.cli.api;

import io.longhaul.report.html.FirstTokens;
import io.longhaul.report.html.GpuGauge;
import io.longhaul.report.html.ServerFigure;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.ServerSeries;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of samples that the charts of the live view show. */
final class SampleValues {
  private static final Optional<ServerFigure> FIRST_TOKEN = Optional.of(ServerFigure.FIRST_TOKEN);

  private SampleValues() {}

  /** Returns the values of a GPU; without those that its exporter does not report. */
  static Map<GpuGauge, Double> of(GpuSample sample) {
    Map<GpuGauge, Double> values = new EnumMap<>(GpuGauge.class);
    put(values, GpuGauge.POWER, sample.getPowerWatts());
    put(values, GpuGauge.UTILIZATION, sample.getGpuUtilizationPercent());
    put(values, GpuGauge.MEMORY, sample.getMemoryUsedBytes());
    put(values, GpuGauge.CLOCK, sample.getSmClockHertz());
    put(values, GpuGauge.TEMPERATURE, sample.getGpuTemperatureCelsius());
    return values;
  }

  private static void put(Map<GpuGauge, Double> values, GpuGauge gauge, @Nullable Double value) {
    if (value != null && Double.isFinite(value)) {
      values.put(gauge, value);
    }
  }

  /** Returns the sums over the histograms of the time to first token; empty without one. */
  static Optional<FirstTokens> firstTokens(List<ServerSeries> page) {
    return page.stream()
        .filter(series -> ServerFigure.of(series.getName()).equals(FIRST_TOKEN))
        .map(ServerSeries::getHistogram)
        .filter(Objects::nonNull)
        .map(histogram -> new FirstTokens(histogram.getSum(), histogram.getCount()))
        .reduce(FirstTokens::plus);
  }

  /** Returns the values of a page: sums over its series, for the cache the highest. */
  static Map<ServerFigure, Double> of(List<ServerSeries> page) {
    Map<ServerFigure, Double> values = new EnumMap<>(ServerFigure.class);
    for (ServerSeries series : page) {
      ServerFigure figure = ServerFigure.of(series.getName()).orElse(null);
      Double value = series.getValue();
      if (figure != null && value != null && Double.isFinite(value)) {
        values.merge(figure, value, figure::together);
      }
    }
    return values;
  }
}
