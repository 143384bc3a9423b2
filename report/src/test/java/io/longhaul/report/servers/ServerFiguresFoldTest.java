package io.longhaul.report.servers;

import static io.longhaul.report.servers.SampleRows.SECOND;
import static io.longhaul.report.servers.SampleRows.counter;
import static io.longhaul.report.servers.SampleRows.gauge;
import static io.longhaul.report.servers.SampleRows.histogram;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.ServerSampleRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Vector V9 of AIPerf 0.13, and further rules of its description. */
class ServerFiguresFoldTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void v9ACounterGrowsFromTheLastReadingBeforeTheWindow() {
    SeriesFigures counter =
        only(
            2, counter(0, 100), counter(1, 110), counter(2, 130), counter(3, 130), counter(4, 170));

    assertThat(counter.id().aiperfName()).isEqualTo("c");
    assertThat(counter.statistics())
        .containsExactly(
            entry("total", 70.0),
            entry("rate", 17.5),
            entry("rate_avg", 10.0),
            entry("rate_min", 10.0),
            entry("rate_max", 10.0),
            entry("rate_std", 0.0));
    assertThat(counter.slices())
        .containsExactly(
            slice(1, 3, true, Map.of("total", 20.0, "rate", 10.0)),
            slice(3, 4, false, Map.of("total", 40.0, "rate", 40.0)));
  }

  @Test
  void v9ShorterSlicesOfTheSameCounter() {
    SeriesFigures counter =
        only(
            1, counter(0, 100), counter(1, 110), counter(2, 130), counter(3, 130), counter(4, 170));

    assertThat(counter.statistics())
        .containsEntry("rate_avg", 20.0)
        .containsEntry("rate_min", 0.0)
        .containsEntry("rate_max", 40.0)
        .containsEntry("rate_std", 20.0);
    assertThat(counter.slices())
        .extracting(slice -> slice.figures().get("total"))
        .containsExactly(20.0, 0.0, 40.0);
  }

  @Test
  void v9ACounterThatWasResetHasATotalOfZero() {
    SeriesFigures counter =
        only(1, counter(0, 100), counter(1, 110), counter(2, 5), counter(3, 20));

    assertThat(counter.statistics())
        .containsEntry("total", 0.0)
        .containsEntry("rate", 0.0)
        .containsEntry("rate_avg", 7.5)
        .containsEntry("rate_max", 15.0)
        .containsEntry("rate_std", 10.606601717798213);
    assertThat(counter.slices())
        .extracting(slice -> slice.figures().get("total"))
        .containsExactly(0.0, 15.0);
  }

  @Test
  void v9AllReadingsOfAGaugeHaveTheSameWeight() {
    SeriesFigures gauge = only(1, gauge(0, 9), gauge(1, 1), gauge(2, 2), gauge(3, 6));

    assertThat(gauge.statistics())
        .containsEntry("avg", 3.0)
        .containsEntry("min", 1.0)
        .containsEntry("max", 6.0)
        .containsEntry("p50", 2.0);
    assertThat(number(gauge, "std")).isEqualTo(2.6457513110645907, within(1e-12));
    assertThat(number(gauge, "p90")).isEqualTo(5.2, within(1e-12));
    assertThat(number(gauge, "p99")).isEqualTo(5.92, within(1e-12));
    assertThat(gauge.slices())
        .containsExactly(
            slice(1, 2, true, Map.of("avg", 1.0, "min", 1.0, "max", 1.0)),
            slice(2, 3, true, Map.of("avg", 4.0, "min", 2.0, "max", 6.0)));
  }

  @Test
  void aHistogramIsReportedByItsGrowth() {
    List<Double> bounds = List.of(1.0, 2.0, INFINITE);
    SeriesFigures histogram =
        only(
            2,
            histogram(0, 10, bounds, List.of(1.0, 4.0, 5.0)),
            histogram(1, 10, bounds, List.of(1.0, 4.0, 5.0)),
            histogram(2, 13, bounds, List.of(1.0, 6.0, 7.0)),
            histogram(3, 20, bounds, List.of(2.0, 7.0, 9.0)));

    assertThat(histogram.statistics())
        .containsEntry("count", 4L)
        .containsEntry("sum", 10.0)
        .containsEntry("avg", 2.5)
        .containsEntry("count_rate", 4 / 3.0);
    assertThat(histogram.buckets())
        .containsExactly(entry("1.0", 1L), entry("2.0", 3L), entry("+Inf", 4L));
    assertThat(histogram.slices())
        .containsExactly(
            new SeriesSlice(
                SECOND,
                3 * SECOND,
                true,
                Map.of("count", 4L, "sum", 10.0, "avg", 2.5),
                Map.of("1.0", 1L, "2.0", 3L, "+Inf", 4L)));
  }

  @Test
  void aHistogramWithoutObservationsHasNoFurtherStatistics() {
    List<Double> bounds = List.of(1.0, INFINITE);
    SeriesFigures histogram =
        only(
            1,
            histogram(1, 3, bounds, List.of(2.0, 2.0)),
            histogram(2, 3, bounds, List.of(2.0, 2.0)));

    assertThat(histogram.statistics()).containsExactly(entry("count", 0L));
    assertThat(histogram.buckets()).containsExactly(entry("1.0", 0L), entry("+Inf", 0L));
    assertThat(histogram.slices()).isEmpty();
  }

  @Test
  void thePageReportsItsScrapes() {
    ServerFiguresFold fold = new ServerFiguresFold(SECOND, SECOND);
    for (ServerSampleRow row :
        List.of(gauge(0, 1), gauge(1, 1), gauge(2, 2), gauge(5, 3), gauge(6, 3))) {
      fold.add(row);
    }

    assertThat(fold.finish().pages())
        .containsExactly(
            new PageFigures(
                "http://server/metrics", 5, 0, 6 * SECOND, 2e6, 3, 0, 5 * SECOND, 2.5e9));
  }

  @Test
  void tooManyReadingsHaveNoPercentiles() {
    assertThat(gaugeAndCounter(new SeriesBudget(7, 100)).get(1).statistics())
        .containsOnlyKeys("avg", "min", "max", "std");
  }

  @Test
  void tooManySlicesAreOmittedForAllSeries() {
    List<SeriesFigures> series = gaugeAndCounter(new SeriesBudget(100, 15));

    assertThat(series).allMatch(each -> each.slices().isEmpty());
    assertThat(series.get(0).statistics()).containsOnlyKeys("total", "rate");
    assertThat(series.get(1).statistics()).containsKey("p99");
  }

  private static List<SeriesFigures> gaugeAndCounter(SeriesBudget budget) {
    ServerFiguresFold fold = new ServerFiguresFold(0, SECOND, budget);
    for (int i = 0; i < 10; i++) {
      fold.add(gauge(i, i % 2));
      fold.add(counter(i, i));
    }
    return fold.finish().series();
  }

  private static SeriesFigures only(long sliceSeconds, ServerSampleRow... rows) {
    ServerFiguresFold fold = new ServerFiguresFold(SECOND, sliceSeconds * SECOND);
    for (ServerSampleRow row : rows) {
      fold.add(row);
    }
    List<SeriesFigures> series = fold.finish().series();
    assertThat(series).hasSize(1);
    return series.get(0);
  }

  private static SeriesSlice slice(
      long from, long to, boolean complete, Map<String, Number> figures) {
    return new SeriesSlice(from * SECOND, to * SECOND, complete, figures, Map.of());
  }

  private static double number(SeriesFigures series, String statistic) {
    return series.statistics().get(statistic).doubleValue();
  }
}
