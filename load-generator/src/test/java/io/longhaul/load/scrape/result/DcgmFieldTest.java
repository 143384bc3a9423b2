package io.longhaul.load.scrape.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.scrape.result.DcgmField.Kind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcgmFieldTest {

  /** The fields that GenAI-Perf's metric list requests from the exporter. */
  private static final List<String> GENAI_PERF =
      List.of(
          "DCGM_FI_DEV_SM_CLOCK",
          "DCGM_FI_DEV_MEM_CLOCK",
          "DCGM_FI_DEV_MEMORY_TEMP",
          "DCGM_FI_DEV_GPU_TEMP",
          "DCGM_FI_DEV_POWER_USAGE",
          "DCGM_FI_DEV_POWER_MGMT_LIMIT",
          "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
          "DCGM_FI_DEV_FB_FREE",
          "DCGM_FI_DEV_FB_TOTAL",
          "DCGM_FI_DEV_FB_USED",
          "DCGM_FI_DEV_GPU_UTIL",
          "DCGM_FI_DEV_MEM_COPY_UTIL",
          "DCGM_FI_DEV_ENC_UTIL",
          "DCGM_FI_DEV_DEC_UTIL",
          "DCGM_FI_PROF_SM_ACTIVE",
          "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL",
          "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL",
          "DCGM_FI_DEV_ECC_SBE_AGG_TOTAL",
          "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL",
          "DCGM_FI_DEV_XID_ERRORS",
          "DCGM_FI_DEV_POWER_VIOLATION",
          "DCGM_FI_DEV_THERMAL_VIOLATION",
          "DCGM_FI_DEV_RETIRED_SBE",
          "DCGM_FI_DEV_RETIRED_DBE",
          "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL",
          "DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL",
          "DCGM_FI_PROF_PCIE_TX_BYTES",
          "DCGM_FI_PROF_PCIE_RX_BYTES",
          "DCGM_FI_DEV_PCIE_REPLAY_COUNTER");

  /** The fields that dcgm-exporter exports by default. */
  private static final List<String> DCGM_EXPORTER =
      List.of(
          "DCGM_FI_DEV_SM_CLOCK",
          "DCGM_FI_DEV_MEM_CLOCK",
          "DCGM_FI_DEV_MEMORY_TEMP",
          "DCGM_FI_DEV_GPU_TEMP",
          "DCGM_FI_DEV_POWER_USAGE",
          "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
          "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
          "DCGM_FI_DEV_GPU_UTIL",
          "DCGM_FI_DEV_MEM_COPY_UTIL",
          "DCGM_FI_DEV_ENC_UTIL",
          "DCGM_FI_DEV_DEC_UTIL",
          "DCGM_FI_DEV_XID_ERRORS",
          "DCGM_FI_DEV_FB_FREE",
          "DCGM_FI_DEV_FB_USED",
          "DCGM_FI_DEV_FB_RESERVED",
          "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
          "DCGM_FI_DEV_VGPU_LICENSE_STATUS",
          "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
          "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS",
          "DCGM_FI_DEV_ROW_REMAP_FAILURE",
          "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
          "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
          "DCGM_FI_PROF_DRAM_ACTIVE",
          "DCGM_FI_PROF_PCIE_TX_BYTES",
          "DCGM_FI_PROF_PCIE_RX_BYTES");

  @Test
  void everyFieldOfGenAiPerfIsKnown() {
    assertThat(GENAI_PERF).hasSize(29).allMatch(name -> DcgmField.named(name).isPresent());
  }

  @Test
  void everyDefaultFieldOfTheExporterIsKnown() {
    assertThat(DCGM_EXPORTER).allMatch(name -> DcgmField.named(name).isPresent());
  }

  @Test
  void aColumnNameContainsItsUnit() {
    assertThat(Arrays.stream(DcgmField.values()).filter(DcgmField::hasColumn))
        .allMatch(
            field ->
                field
                    .wireName()
                    .matches(".*_(watts|joules|percent|bytes|celsius|hertz|us)|xid_errors"));
  }

  @Test
  void aFieldWithoutAColumnIsPassedOnUnchanged() {
    assertThat(Arrays.stream(DcgmField.values()).filter(field -> !field.hasColumn()))
        .isNotEmpty()
        .allMatch(field -> field.scale() == 1 && field.wireName().startsWith("DCGM_"));
  }

  @Test
  void theKindOfAFieldDoesNotDependOnThePage() {
    assertThat(DcgmField.TOTAL_ENERGY_CONSUMPTION.kind()).isEqualTo(Kind.COUNTER);
    assertThat(DcgmField.POWER_VIOLATION.kind()).isEqualTo(Kind.COUNTER);
    assertThat(DcgmField.POWER_USAGE.kind()).isEqualTo(Kind.GAUGE);
  }

  @Test
  void anUnknownNameHasNoField() {
    assertThat(DcgmField.named("DCGM_FI_DEV_XYZ")).isEmpty();
    assertThat(DcgmField.named("_total")).isEmpty();
  }
}
