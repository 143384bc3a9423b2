package io.longhaul.cli.api;

import static io.longhaul.cli.api.FullSlices.VALUES;
import static io.longhaul.cli.api.FullSlices.aFullSlice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.report.figures.LiveTotals;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class LatencyHistogramsTest {
  private static final double SECONDS_PER_DAY = 86_400;

  private final LiveTotals totals = new LiveTotals();
  private final LatencyHistograms histograms = new LatencyHistograms(Labels.of("run", "a"));

  private HistogramDataPointSnapshot latency() {
    return (HistogramDataPointSnapshot)
        histograms.of(totals).stream()
            .filter(each -> each.getMetadata().getName().equals("longhaul_request_latency_seconds"))
            .findFirst()
            .orElseThrow()
            .getDataPoints()
            .get(0);
  }

  private void finish(long index, IntToDoubleFunction seconds) {
    totals.add(aFullSlice(index, seconds));
  }

  @Test
  void everyLatencyHasAHistogramAndNothingElse() {
    finish(0, i -> 1);

    assertThat(histograms.of(totals))
        .extracting(each -> each.getMetadata().getName())
        .contains("longhaul_inter_token_latency_seconds", "longhaul_send_lag_seconds")
        .hasSize(12)
        .allMatch(name -> name.endsWith("_seconds"));
  }

  @Test
  void aValueIsInTheBucketWhoseBoundsIncludeIt() {
    finish(0, i -> 0.3);

    assertThat(latency().getNativeBucketsForPositiveValues().stream())
        .singleElement()
        .satisfies(
            bucket -> {
              assertThat(bucket.getCount()).isEqualTo(VALUES);
              assertThat(upperBound(bucket)).isBetween(0.3, 0.3 * 1.022);
              assertThat(upperBound(bucket) / Math.pow(2, 1 / 32.0)).isLessThan(0.3);
            });
  }

  @Test
  void classicBucketsCountTheSameValues() {
    finish(0, i -> i < 1_000 ? 0.04 : i < 4_000 ? 0.3 : 200);

    assertThat(latency().getClassicBuckets().stream())
        .filteredOn(bucket -> bucket.getCount() > 0)
        .extracting(bucket -> bucket.getUpperBound() + ": " + bucket.getCount())
        .containsExactly("0.05: 1000", "0.5: 3000", "Infinity: 1000");
  }

  @Test
  void countAndSumAreThoseOfAllSlices() {
    finish(0, i -> 0.25);
    assertThat(latency().getCount()).isEqualTo(VALUES);

    finish(1, i -> 0.75);

    assertThat(latency().getCount()).isEqualTo(2 * VALUES);
    assertThat(latency().getSum()).isEqualTo(VALUES, within(1e-6));
  }

  @Test
  void anUnknownGapOfZeroIsInTheZeroBucket() {
    finish(0, i -> i < 10 ? 0 : 0.1);

    assertThat(latency().getNativeZeroCount()).isEqualTo(10);
    assertThat(latency().getCount()).isEqualTo(VALUES);
  }

  @Test
  void latenciesOfMoreThanADayAreCounted() {
    finish(0, i -> i == 0 ? 3 * SECONDS_PER_DAY : 0.1);

    assertThat(latency().getCount()).isEqualTo(VALUES);
    assertThat(latency().getNativeBucketsForPositiveValues().stream())
        .anySatisfy(bucket -> assertThat(upperBound(bucket)).isGreaterThan(3 * SECONDS_PER_DAY));
  }

  @Test
  void theNumberOfBucketsIsLimited() {
    for (int slice = 0; slice < 4; slice++) {
      int factor = slice + 1;
      finish(slice, i -> 1e-9 * Math.pow(SECONDS_PER_DAY * 1e9, (double) i / VALUES) * factor);
    }

    assertThat(latency().getNativeBucketsForPositiveValues().size())
        .isGreaterThan(1_300)
        .isLessThan(1_600);
  }

  @Test
  void withoutANewSliceNothingIsComputedAgain() {
    finish(0, i -> 1);
    List<MetricSnapshot> first = histograms.of(totals);

    assertThat(histograms.of(totals)).isSameAs(first);
    finish(1, i -> 1);
    assertThat(histograms.of(totals)).isNotSameAs(first);
  }

  private static double upperBound(NativeHistogramBucket bucket) {
    return Math.pow(2, bucket.getBucketIndex() / 32.0);
  }
}
