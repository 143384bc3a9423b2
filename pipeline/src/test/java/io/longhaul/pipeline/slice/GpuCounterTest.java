package io.longhaul.pipeline.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.GpuSample;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GpuCounterTest {
  private static final GpuSample FULL =
      aSample()
          .setEnergyJoules(2.5)
          .setPowerViolationUs(3.0)
          .setThermalViolationUs(4.0)
          .setOther(
              Map.of(
                  "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", 5.0,
                  "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", 6.0,
                  "DCGM_FI_DEV_PCIE_REPLAY_COUNTER", 7.0,
                  "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", 8.0,
                  "DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", 9.0))
          .build();

  @Test
  void eachCounterIsReadInItsOwnUnit() {
    assertThat(GpuCounter.ENERGY_NANOJOULES.of(FULL)).isEqualTo(2_500_000_000.0);
    assertThat(GpuCounter.POWER_VIOLATION_NANOS.of(FULL)).isEqualTo(3_000);
    assertThat(GpuCounter.THERMAL_VIOLATION_NANOS.of(FULL)).isEqualTo(4_000);
    assertThat(GpuCounter.ECC_SINGLE_BIT_ERRORS.of(FULL)).isEqualTo(5);
    assertThat(GpuCounter.ECC_DOUBLE_BIT_ERRORS.of(FULL)).isEqualTo(6);
    assertThat(GpuCounter.PCIE_REPLAYS.of(FULL)).isEqualTo(7);
    assertThat(GpuCounter.NVLINK_CRC_ERRORS.of(FULL)).isEqualTo(17);
  }

  @ParameterizedTest
  @EnumSource
  void whatASampleLacksIsNoNumber(GpuCounter counter) {
    assertThat(counter.of(aSample().build())).isNaN();
  }

  @Test
  void oneKindOfNvlinkErrorsIsSufficient() {
    GpuSample sample =
        aSample().setOther(Map.of("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", 9.0)).build();

    assertThat(GpuCounter.NVLINK_CRC_ERRORS.of(sample)).isEqualTo(9);
  }

  @Test
  void aConstantCounterDoesNotGrowTheStateWithEverySample() {
    GpuParts one = new GpuParts();
    GpuParts many = new GpuParts();
    GpuPart once = one.of(GpuKey.of(FULL), 0);
    GpuPart often = many.of(GpuKey.of(FULL), 0);
    once.grew(GpuCounter.PCIE_REPLAYS, new CounterGrowth(0, 100, 0));
    for (int i = 0; i < 100; i++) {
      often.grew(GpuCounter.PCIE_REPLAYS, new CounterGrowth(i, i + 1, 0));
    }

    assertThat(many.toBytes()).isEqualTo(one.toBytes());
  }

  private static GpuSample.Builder aSample() {
    return GpuSample.newBuilder()
        .setAtNs(0)
        .setUncertaintyNs(0)
        .setExporterUrl("http://gpu:9400")
        .setGpuUuid("gpu-0")
        .setGpuIndex(0);
  }
}
