package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GpuSampleRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** AIPerf's series V8: seconds, watts and megajoules. */
class GpuTelemetryFoldTest {
  private static final List<GpuField> FIELDS = GpuField.with(List.of());

  @Test
  void gaugesUseTheSamplesOfTheWindow() {
    Map<Statistic, Double> power = result(telemetry(10, 30), "nvidia_power_usage");

    assertThat(power)
        .containsEntry(Statistic.AVG, 150.0)
        .containsEntry(Statistic.MIN, 100.0)
        .containsEntry(Statistic.MAX, 200.0)
        .containsEntry(Statistic.P90, 190.0)
        .containsEntry(Statistic.SUM, 300.0)
        .containsEntry(Statistic.COUNT, 2.0);
    assertThat(power.get(Statistic.STD)).isCloseTo(70.71067811865476, within(1e-9));
  }

  @Test
  void aSampleAtTheEndOfTheWindowCounts() {
    Map<Statistic, Double> power = result(telemetry(5, 31), "nvidia_power_usage");

    assertThat(power)
        .containsEntry(Statistic.AVG, 200.0)
        .containsEntry(Statistic.STD, 100.0)
        .containsEntry(Statistic.P90, 280.0)
        .containsEntry(Statistic.SUM, 600.0)
        .containsEntry(Statistic.COUNT, 3.0);
  }

  @Test
  void oneSampleHasNoDeviation() {
    assertThat(result(telemetry(0, 9), "nvidia_power_usage"))
        .containsEntry(Statistic.AVG, 90.0)
        .containsEntry(Statistic.STD, 0.0)
        .containsEntry(Statistic.COUNT, 1.0);
  }

  @Test
  void aCounterIsItsGrowthSinceTheLastSampleBeforeTheWindow() {
    assertThat(energy(telemetry(10, 30))).isCloseTo(0.0003, within(1e-12));
    assertThat(energy(telemetry(5, 31))).isCloseTo(0.0006, within(1e-12));
    assertThat(energy(telemetry(0, 9))).isZero();
  }

  @Test
  void aCounterThatWasResetHasNoGrowth() {
    GpuTelemetryFold fold = new GpuTelemetryFold(at(0), at(10_000), FIELDS);
    fold.add(aGpuSample("run", 1_000, 90, 500).build());
    fold.add(aGpuSample("run", 2_000, 90, 100).build());

    assertThat(energy(fold.finish().get(0))).isZero();
  }

  @Test
  void theTailBelongsToTheStatisticsButNotToTheMeanPower() {
    GpuTelemetryFold fold = new GpuTelemetryFold(at(0), at(10_000), FIELDS);
    fold.add(aGpuSample("run", 10_000, 100, 0).build());
    fold.add(aGpuSample("run", 10_666, 300, 0).build());
    fold.add(aGpuSample("run", 10_667, 900, 0).build());

    GpuTelemetry gpu = fold.finish().get(0);

    assertThat(result(gpu, "nvidia_power_usage")).containsEntry(Statistic.AVG, 200.0);
    assertThat(gpu.meanPowerWatts()).isEqualTo(100);
  }

  @Test
  void energyIsInterpolatedAtBothEndsOfTheWindow() {
    assertThat(telemetry(5, 25).joulesInWindow()).isCloseTo(5436.363636 - 5050, within(1e-5));
    assertThat(telemetry(10, 31).joulesInWindow()).isCloseTo(500, within(1e-9));
    assertThat(telemetry(12, 14).joulesInWindow()).isCloseTo(40, within(1e-9));
    assertThat(telemetry(0, 100).joulesInWindow()).isCloseTo(600, within(1e-9));
    assertThat(telemetry(40, 50).joulesInWindow()).isZero();
  }

  @Test
  void theOrderOfSamplesDoesNotMatter() {
    List<GpuSampleRow> samples = series();
    Collections.reverse(samples);
    GpuTelemetryFold backwards = new GpuTelemetryFold(at(10_000), at(30_000), FIELDS);
    samples.forEach(backwards::add);

    assertThat(backwards.finish()).containsExactly(telemetry(10, 30));
  }

  @Test
  void requestedFieldsFollowTheOthersInTheUnitOfTheExporter() {
    GpuField clock = GpuField.requested("DCGM_CLOCK", "nvidia_clock", "Clock", "MHz", false);
    GpuField faults = GpuField.requested("DCGM_FAULTS", "nvidia_faults", "Faults", "count", true);
    GpuField absent = GpuField.requested("DCGM_ABSENT", "nvidia_absent", "Absent", "count", false);
    GpuField again = GpuField.requested("DCGM_X", "nvidia_power_usage", "Again", "W", false);
    GpuTelemetryFold fold =
        new GpuTelemetryFold(
            at(0), at(10_000), GpuField.with(List.of(again, absent, faults, clock)));
    for (int i = 0; i < 3; i++) {
      fold.add(
          aGpuSample("run", 1_000L * i, 90, 0)
              .setOther(Map.of("DCGM_CLOCK", 1980.5 + i, "DCGM_FAULTS", 7.0 + i))
              .build());
    }

    GpuTelemetry gpu = fold.finish().get(0);

    assertThat(gpu.results())
        .extracting(AiperfResult::tag)
        .startsWith("nvidia_power_usage", "nvidia_energy_consumption")
        .endsWith("nvidia_temperature", "nvidia_faults", "nvidia_clock")
        .doesNotContain("nvidia_absent");
    assertThat(result(gpu, "nvidia_clock"))
        .containsEntry(Statistic.AVG, 1981.5)
        .containsEntry(Statistic.STD, 1.0)
        .containsEntry(Statistic.COUNT, 3.0);
    assertThat(result(gpu, "nvidia_faults")).isEqualTo(Map.of(Statistic.AVG, 2.0));
    assertThat(result(gpu, "nvidia_power_usage")).containsEntry(Statistic.AVG, 90.0);
  }

  @Test
  void gpusAreDistinguished() {
    GpuTelemetryFold fold = new GpuTelemetryFold(at(0), at(10_000), FIELDS);
    fold.add(aGpuSample("run", 1_000, 90, 0).setGpuIndex(1).setGpuUuid("GPU-2").build());
    fold.add(aGpuSample("run", 1_000, 80, 0).build());

    assertThat(fold.finish()).extracting(gpu -> gpu.id().uuid()).containsExactly("GPU-1", "GPU-2");
  }

  private static List<GpuSampleRow> series() {
    List<GpuSampleRow> samples = new ArrayList<>();
    samples.add(aGpuSample("run", 0, 90, 5000).build());
    samples.add(aGpuSample("run", 10_000, 100, 5100).build());
    samples.add(aGpuSample("run", 20_000, 200, 5300).build());
    samples.add(aGpuSample("run", 31_000, 300, 5600).build());
    return samples;
  }

  private static GpuTelemetry telemetry(long startSeconds, long endSeconds) {
    GpuTelemetryFold fold =
        new GpuTelemetryFold(at(1000 * startSeconds), at(1000 * endSeconds), FIELDS);
    series().forEach(fold::add);
    return fold.finish().get(0);
  }

  private static double energy(GpuTelemetry gpu) {
    return result(gpu, "nvidia_energy_consumption").get(Statistic.AVG);
  }

  private static Map<Statistic, Double> result(GpuTelemetry gpu, String tag) {
    return gpu.results().stream()
        .filter(result -> result.tag().equals(tag))
        .findFirst()
        .orElseThrow()
        .statistics();
  }
}
