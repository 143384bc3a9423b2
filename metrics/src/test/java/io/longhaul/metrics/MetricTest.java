package io.longhaul.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricTest {
  @ParameterizedTest
  @EnumSource(Metric.class)
  void theNameOfAConstantIsItsTag(Metric metric) {
    assertThat(metric.name().toLowerCase(Locale.ROOT)).isEqualTo(metric.tag());
    assertThat(Metric.ofTag(metric.tag())).contains(metric);
  }

  @Test
  void anUnknownTagGivesNoMetric() {
    assertThat(Metric.ofTag("TIME_TO_FIRST_TOKEN")).isEmpty();
    assertThat(Metric.ofTag("latency")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void onlyMetricsOfRequestsHaveADistributionInSlices(Metric metric) {
    if (metric.is(Metric.Flag.SLICE_DISTRIBUTION)) {
      assertThat(metric.kind()).isIn(Metric.Kind.RECORD, Metric.Kind.LIST);
    }
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void aDistributionHasTheGridOfTheUnitOfItsMetric(Metric metric) {
    assertThat(metric.newDistribution().storedPerGridUnit())
        .isEqualTo(metric.unit().storedPerGridUnit());
  }

  @Test
  void storedValuesAreConvertedToDisplayUnits() {
    assertThat(MetricUnit.TIME.toDisplay(5_564_980)).isEqualTo(5.56498);
    assertThat(MetricUnit.AVERAGED_TIME.toDisplay(20_000_000_000.0)).isEqualTo(20);
    assertThat(MetricUnit.REQUESTS_PER_SECOND.toDisplay(29_281_024)).isEqualTo(29.281024);
  }
}
