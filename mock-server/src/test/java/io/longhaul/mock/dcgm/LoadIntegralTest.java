package io.longhaul.mock.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.mock.dcgm.LoadIntegral.Load;
import io.longhaul.mock.script.Changes;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LoadIntegralTest {
  private static final long START = 1_000;

  @Test
  void theIntegralIsTheSumOfStreamsTimesTime() {
    LoadIntegral integral = new LoadIntegral(START);
    integral.openStreamsChanged(START + 100, 2);
    integral.openStreamsChanged(START + 150, 5);

    assertThat(integral.at(START + 160)).isEqualTo(new Load(START + 160, 5, 2 * 50 + 5 * 10, 60));
  }

  @Test
  void streamsAboveFullLoadCountAsFullLoad() {
    LoadIntegral integral = new LoadIntegral(START);
    integral.openStreamsChanged(START, 70);

    assertThat(integral.at(START + 10)).isEqualTo(new Load(START + 10, 64, 640, 10));
  }

  @Test
  void aTimeBeforeTheLastChangeCountsAsThatOfTheLastChange() {
    LoadIntegral integral = new LoadIntegral(START);
    integral.openStreamsChanged(START + 10, 1);

    assertThat(integral.at(START + 5)).isEqualTo(new Load(START + 10, 1, 0, 0));
  }

  @Test
  void aGpusEnergyIsTheIntegralOfItsPower() {
    Gpu gpu = new Gpu(0, 42, Changes.NONE);
    LoadIntegral integral = new LoadIntegral(START);
    Load origin = integral.at(START);
    SplittableRandom random = new SplittableRandom(7);
    double millijoules = 0;
    long now = START;
    for (int i = 0; i < 1_000; i++) {
      integral.openStreamsChanged(now, random.nextInt(96));
      double watts = gpu.read(integral.at(now), origin, 0, 0).watts();
      long nanos = random.nextLong(50_000_000);
      millijoules += watts * nanos / 1e6;
      now += nanos;
    }

    assertThat((double) gpu.read(integral.at(now), origin, 0, 0).energyMillijoules())
        .isEqualTo(millijoules, Offset.offset(1.001));
  }
}
