package io.longhaul.load.scrape.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapedGpu;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleAgesTest {
  private static final ScrapedGpu FIRST = gpu("GPU-a", 0);
  private static final ScrapedGpu SECOND = gpu("GPU-b", 1);
  private static final Instant NOW = Instant.ofEpochMilli(50_000);

  private final SampleAges ages = new SampleAges(() -> NOW);

  @Test
  void theAgeOfARepeatedReadingCountsFromItsFirstScrape() {
    assertThat(agesAt(1000, readingOf(FIRST, 70))).containsExactly(0L);
    assertThat(agesAt(1300, readingOf(FIRST, 70))).containsExactly(300L);
    assertThat(agesAt(1900, readingOf(FIRST, 70))).containsExactly(900L);
    assertThat(agesAt(2000, readingOf(FIRST, 71))).containsExactly(0L);
    assertThat(agesAt(2100, readingOf(FIRST, 71))).containsExactly(100L);
  }

  @Test
  void eachGpuHasItsOwnAge() {
    assertThat(agesAt(1000, readingOf(FIRST, 70), readingOf(SECOND, 80))).containsExactly(0L, 0L);
    assertThat(agesAt(1300, readingOf(FIRST, 70), readingOf(SECOND, 81))).containsExactly(300L, 0L);
  }

  @Test
  void aChangedRequestedFieldMarksANewSample() {
    agesAt(1000, new GpuValues(FIRST, Map.of(), Map.of("DCGM_FI_DEV_FAN_SPEED", 30.0), 0));

    assertThat(
            agesAt(1300, new GpuValues(FIRST, Map.of(), Map.of("DCGM_FI_DEV_FAN_SPEED", 31.0), 0)))
        .containsExactly(0L);
  }

  @Test
  void theAgeOfAGpuThatReappearsStartsAtZero() {
    agesAt(1000, readingOf(FIRST, 70), readingOf(SECOND, 80));
    agesAt(1300, readingOf(SECOND, 80));

    assertThat(agesAt(1600, readingOf(FIRST, 70), readingOf(SECOND, 80))).containsExactly(0L, 600L);
  }

  @Test
  void theExportersTimestampTakesPrecedenceOverItsValues() {
    Map<ScrapedGpu, Long> newestEpochMillis = Map.of(FIRST, 49_998L);

    assertThat(ages.withAges(List.of(readingOf(FIRST, 70)), newestEpochMillis, 1000))
        .extracting(GpuValues::ageNanos)
        .containsExactly(2_000_000L);
    assertThat(ages.withAges(List.of(readingOf(FIRST, 70)), newestEpochMillis, 9000))
        .extracting(GpuValues::ageNanos)
        .containsExactly(2_000_000L);
  }

  @Test
  void anExporterClockAheadOfOursYieldsAgeZero() {
    assertThat(ages.withAges(List.of(readingOf(FIRST, 70)), Map.of(FIRST, 60_000L), 1000))
        .extracting(GpuValues::ageNanos)
        .containsExactly(0L);
  }

  private List<Long> agesAt(long atNanos, GpuValues... readings) {
    return ages.withAges(Arrays.asList(readings), Map.of(), atNanos).stream()
        .map(GpuValues::ageNanos)
        .toList();
  }

  private static GpuValues readingOf(ScrapedGpu gpu, double watts) {
    return new GpuValues(gpu, Map.of(DcgmField.POWER_USAGE, watts), Map.of(), 0);
  }

  private static ScrapedGpu gpu(String uuid, int index) {
    return new ScrapedGpu(uuid, index, "NVIDIA H200", "node1", "", "", "", "");
  }
}
