package io.longhaul.report.servers;

import static io.longhaul.report.servers.SampleRows.SECOND;
import static io.longhaul.report.servers.SampleRows.counter;
import static io.longhaul.report.servers.SampleRows.gauge;
import static io.longhaul.report.servers.SampleRows.histogram;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.ServerSliceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run from second 10 to second 35 in slices of 10 seconds; a reading holds for 3. */
class ServerSlicerTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void aGaugeIsWeightedByTimeAndCutAtTheEndsOfTheRun() throws IOException {
    List<ServerSliceRow> rows =
        slices(gauge(9, 4), gauge(11, 2), gauge(13, 8), gauge(34, 6), gauge(60, 9));

    assertThat(rows)
        .extracting(ServerSliceRow::getSliceIndex, ServerSliceRow::getSamples)
        .containsExactly(tuple(0L, 2L), tuple(1L, 0L), tuple(2L, 1L), tuple(-1L, 3L));
    assertThat(rows.get(0).getGauge())
        .isEqualTo(new GaugeOverSlice(6 * SECOND, (1 * 4 + 2 * 2 + 3 * 8) / 6.0, 2.0, 8.0));
    assertThat(rows.get(1).getGauge()).isNull();
    assertThat(rows.get(2).getGauge()).isEqualTo(new GaugeOverSlice(SECOND, 6.0, 6.0, 6.0));
    assertThat(rows.get(2).getCoveredNs()).isEqualTo(5 * SECOND);
    assertThat(rows.get(3).getGauge().getObservedNs()).isEqualTo(7 * SECOND);
  }

  @Test
  void theGrowthOfACounterIsDividedLinearlyAndAddsUp() throws IOException {
    List<ServerSliceRow> rows =
        slices(counter(5, 100), counter(15, 200), counter(25, 300), counter(45, 500));

    assertThat(rows)
        .extracting(ServerSliceRow::getGrown)
        .containsExactly(100.0, 100.0, 50.0, 250.0);
  }

  @Test
  void aCounterThatWasResetGrewByItsValue() throws IOException {
    List<ServerSliceRow> rows = slices(counter(10, 100), counter(12, 130), counter(14, 7));

    assertThat(rows.get(0).getGrown()).isEqualTo(37);
    assertThat(rows.get(3).getGrown()).isEqualTo(37);
  }

  @Test
  void aHistogramIsDividedBucketByBucket() throws IOException {
    List<Double> bounds = List.of(1.0, INFINITE);
    List<ServerSliceRow> rows =
        slices(
            histogram(10, 5, bounds, List.of(2.0, 3.0)),
            histogram(18, 9, bounds, List.of(4.0, 7.0)),
            histogram(22, 13, bounds, List.of(4.0, 9.0)));

    assertThat(rows.get(0).getBucketBounds()).isEqualTo(bounds);
    assertThat(rows.get(0).getBucketCounts()).containsExactly(2.0, 5.0);
    assertThat(rows.get(0).getHistogramSum()).isEqualTo(6, within(1e-12));
    assertThat(rows.get(1).getBucketCounts()).containsExactly(0.0, 1.0);
    assertThat(rows.get(3).getHistogramCount()).isEqualTo(6, within(1e-12));
  }

  @Test
  void aHistogramThatWasResetStartsAgain() throws IOException {
    List<Double> bounds = List.of(1.0, INFINITE);
    List<ServerSliceRow> rows =
        slices(
            histogram(10, 50, bounds, List.of(2.0, 30.0)),
            histogram(12, 2, bounds, List.of(1.0, 2.0)));

    assertThat(rows.get(0).getHistogramCount()).isEqualTo(2);
    assertThat(rows.get(0).getHistogramSum()).isEqualTo(2);
  }

  @Test
  void aSeriesThatAppearsLaterHasSlicesFromThenOn() throws IOException {
    assertThat(slices(gauge(21, 1)))
        .extracting(ServerSliceRow::getSliceIndex)
        .containsExactly(1L, 2L, -1L);
  }

  @Test
  void aReadingOutOfOrderIsNotWeighted() throws IOException {
    List<ServerSliceRow> rows = slices(gauge(12, 1), gauge(11, 9), gauge(13, 1));

    assertThat(rows.get(0).getGauge().getMax()).isEqualTo(1);
  }

  private static List<ServerSliceRow> slices(ServerSampleRow... samples) throws IOException {
    RunRow run = new RunRow();
    run.put("run_id", "run");
    run.put("run_start_epoch_ns", 10 * SECOND);
    run.put("run_end_epoch_ns", 35 * SECOND);
    run.put("slice_duration_ns", 10 * SECOND);
    List<ServerSliceRow> rows = new ArrayList<>();
    ServerSlicer slicer = new ServerSlicer(run, rows::add);
    for (ServerSampleRow sample : samples) {
      slicer.add(sample);
    }
    slicer.finish();
    return rows;
  }
}
