package io.longhaul.mock.dcgm;

import java.util.List;
import java.util.Locale;

/**
 * A metric of the exporter's page.
 *
 * @param name name in DCGM
 * @param type {@code gauge} or {@code counter}
 * @param help help text
 */
record DcgmMetric(String name, String type, String help) {
  /** DCGM_INT64_BLANK of dcgm_structs.h: the value of an integer field that could not be read. */
  private static final String BLANK_INTEGER = "9223372036854775792";

  /** DCGM_FP64_BLANK of dcgm_structs.h. */
  private static final String BLANK_DECIMAL = "140737488355328.000000";

  /**
   * The metrics that dcgm-exporter serves by default, and others that scrapers use. Names, types
   * and help texts are those of its {@code default-counters.csv}.
   */
  static final List<DcgmMetric> ALL =
      """
      DCGM_FI_DEV_SM_CLOCK, gauge, SM clock frequency (in MHz).
      DCGM_FI_DEV_MEM_CLOCK, gauge, Memory clock frequency (in MHz).
      DCGM_FI_DEV_MEMORY_TEMP, gauge, Memory temperature (in C).
      DCGM_FI_DEV_GPU_TEMP, gauge, GPU temperature (in C).
      DCGM_FI_DEV_POWER_USAGE, gauge, Power draw (in W).
      DCGM_FI_DEV_POWER_MGMT_LIMIT, gauge, Power management limit (in W).
      DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION, counter, Total energy consumption since boot (in mJ).
      DCGM_FI_DEV_PCIE_REPLAY_COUNTER, counter, Total number of PCIe retries.
      DCGM_FI_DEV_GPU_UTIL, gauge, GPU utilization (in %).
      DCGM_FI_DEV_MEM_COPY_UTIL, gauge, Memory utilization (in %).
      DCGM_FI_DEV_ENC_UTIL, gauge, Encoder utilization (in %).
      DCGM_FI_DEV_DEC_UTIL, gauge, Decoder utilization (in %).
      DCGM_FI_DEV_XID_ERRORS, gauge, Value of the last XID error encountered.
      DCGM_FI_DEV_POWER_VIOLATION, counter, Throttling duration due to power constraints (in ns).
      DCGM_FI_DEV_THERMAL_VIOLATION, counter, Throttling duration due to thermal constraints (in ns).
      DCGM_FI_DEV_FB_TOTAL, gauge, Total Frame Buffer of the GPU in MB.
      DCGM_FI_DEV_FB_FREE, gauge, Framebuffer memory free (in MiB).
      DCGM_FI_DEV_FB_USED, gauge, Framebuffer memory used (in MiB).
      DCGM_FI_DEV_FB_RESERVED, gauge, Framebuffer memory reserved (in MiB).
      DCGM_FI_DEV_ECC_SBE_VOL_TOTAL, counter, Total number of single-bit volatile ECC errors.
      DCGM_FI_DEV_ECC_DBE_VOL_TOTAL, counter, Total number of double-bit volatile ECC errors.
      DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL, counter, Total number of NVLink bandwidth counters for all lanes.
      DCGM_FI_DEV_VGPU_LICENSE_STATUS, gauge, vGPU License status
      DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS, counter, Number of remapped rows for uncorrectable errors
      DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS, counter, Number of remapped rows for correctable errors
      DCGM_FI_DEV_ROW_REMAP_FAILURE, gauge, Whether remapping of rows has failed
      DCGM_FI_PROF_GR_ENGINE_ACTIVE, gauge, Ratio of time the graphics engine is active.
      DCGM_FI_PROF_SM_ACTIVE, gauge, The ratio of cycles an SM has at least 1 warp assigned.
      DCGM_FI_PROF_SM_OCCUPANCY, gauge, The ratio of number of warps resident on an SM.
      DCGM_FI_PROF_PIPE_TENSOR_ACTIVE, gauge, Ratio of cycles the tensor (HMMA) pipe is active.
      DCGM_FI_PROF_DRAM_ACTIVE, gauge, Ratio of cycles the device memory interface is active sending or receiving data.
      DCGM_FI_PROF_PCIE_TX_BYTES, gauge, The rate of data transmitted over the PCIe bus - including both protocol headers and data payloads - in bytes per second.
      DCGM_FI_PROF_PCIE_RX_BYTES, gauge, The rate of data received over the PCIe bus - including both protocol headers and data payloads - in bytes per second.
      """
          .lines()
          .map(DcgmMetric::ofLine)
          .toList();

  private static DcgmMetric ofLine(String line) {
    String[] columns = line.split(", ", 3);
    return new DcgmMetric(columns[0], columns[1], columns[2]);
  }

  boolean isGauge() {
    return type.equals("gauge");
  }

  /** Returns the value as text, in the format of dcgm-exporter. */
  String valueOf(GpuSnapshot gpu) {
    Number value = number(gpu);
    return value instanceof Double decimal
        ? String.format(Locale.ROOT, "%.6f", decimal)
        : value.toString();
  }

  /** Returns the text that DCGM writes instead of a missing value. */
  String blankOf(GpuSnapshot gpu) {
    return number(gpu) instanceof Double ? BLANK_DECIMAL : BLANK_INTEGER;
  }

  /** Returns the value: a double for a decimal field, otherwise an integer. */
  private Number number(GpuSnapshot gpu) {
    return switch (name) {
      case "DCGM_FI_DEV_SM_CLOCK" -> gpu.megahertz();
      case "DCGM_FI_DEV_MEM_CLOCK" -> 2619;
      case "DCGM_FI_DEV_MEMORY_TEMP" -> Math.round(36 + 40 * gpu.load());
      case "DCGM_FI_DEV_GPU_TEMP" -> gpu.celsius();
      case "DCGM_FI_DEV_POWER_USAGE" -> gpu.watts();
      case "DCGM_FI_DEV_POWER_MGMT_LIMIT" -> Gpu.FULL_WATTS;
      case "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION" -> gpu.energyMillijoules();
      case "DCGM_FI_DEV_GPU_UTIL" -> Math.round(100 * gpu.load());
      case "DCGM_FI_DEV_MEM_COPY_UTIL" -> Math.round(60 * gpu.load());
      case "DCGM_FI_DEV_XID_ERRORS" -> gpu.xid();
      case "DCGM_FI_DEV_THERMAL_VIOLATION" -> gpu.hotNanos();
      case "DCGM_FI_DEV_FB_TOTAL" -> Gpu.FRAMEBUFFER_MIB;
      case "DCGM_FI_DEV_FB_FREE" -> gpu.freeMib();
      case "DCGM_FI_DEV_FB_USED" -> gpu.usedMib();
      case "DCGM_FI_DEV_FB_RESERVED" -> gpu.reservedMib();
      case "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL" -> gpu.memoryErrors();
      case "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL" -> Math.round(40_000 * gpu.loadSeconds());
      case "DCGM_FI_PROF_GR_ENGINE_ACTIVE" -> gpu.load();
      case "DCGM_FI_PROF_SM_ACTIVE" -> 0.85 * gpu.load();
      case "DCGM_FI_PROF_SM_OCCUPANCY" -> 0.30 * gpu.load();
      case "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE" -> 0.45 * gpu.load();
      case "DCGM_FI_PROF_DRAM_ACTIVE" -> 0.70 * gpu.load();
      case "DCGM_FI_PROF_PCIE_TX_BYTES" -> Math.round(1e6 + 4e8 * gpu.load());
      case "DCGM_FI_PROF_PCIE_RX_BYTES" -> Math.round(1e6 + 9e8 * gpu.load());
      default -> 0;
    };
  }
}
