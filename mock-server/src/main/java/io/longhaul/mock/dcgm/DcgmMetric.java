package io.longhaul.mock.dcgm;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A metric of the exporter's page.
 *
 * @param name name in DCGM
 * @param type {@code gauge} or {@code counter}
 * @param help help text
 * @param blank value that DCGM writes if it has no value
 * @param value computes the value as text
 */
record DcgmMetric(
    String name, String type, String help, String blank, Function<GpuSnapshot, String> value) {

  /** DCGM_INT64_BLANK of dcgm_structs.h: the value of an integer field that could not be read. */
  private static final String BLANK_INTEGER = "9223372036854775792";

  /** DCGM_FP64_BLANK of dcgm_structs.h. */
  private static final String BLANK_DECIMAL = "140737488355328.000000";

  /**
   * The metrics that dcgm-exporter serves by default, and others that scrapers use. Names, types
   * and help texts are those of its {@code default-counters.csv}; integers and decimals have its
   * format.
   */
  static final List<DcgmMetric> ALL =
      List.of(
          integer(
              "DCGM_FI_DEV_SM_CLOCK",
              "gauge",
              "SM clock frequency (in MHz).",
              gpu -> gpu.load() > 0 ? 1980 : 345),
          integer(
              "DCGM_FI_DEV_MEM_CLOCK", "gauge", "Memory clock frequency (in MHz).", gpu -> 2619),
          integer(
              "DCGM_FI_DEV_MEMORY_TEMP",
              "gauge",
              "Memory temperature (in C).",
              gpu -> Math.round(36 + 40 * gpu.load())),
          integer(
              "DCGM_FI_DEV_GPU_TEMP",
              "gauge",
              "GPU temperature (in C).",
              gpu -> Math.round(31 + 38 * gpu.load())),
          decimal("DCGM_FI_DEV_POWER_USAGE", "Power draw (in W).", GpuSnapshot::watts),
          decimal(
              "DCGM_FI_DEV_POWER_MGMT_LIMIT",
              "Power management limit (in W).",
              GpuSnapshot::fullWatts),
          integer(
              "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
              "counter",
              "Total energy consumption since boot (in mJ).",
              GpuSnapshot::energyMillijoules),
          integer(
              "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
              "counter",
              "Total number of PCIe retries.",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_GPU_UTIL",
              "gauge",
              "GPU utilization (in %).",
              gpu -> Math.round(100 * gpu.load())),
          integer(
              "DCGM_FI_DEV_MEM_COPY_UTIL",
              "gauge",
              "Memory utilization (in %).",
              gpu -> Math.round(60 * gpu.load())),
          integer("DCGM_FI_DEV_ENC_UTIL", "gauge", "Encoder utilization (in %).", gpu -> 0),
          integer("DCGM_FI_DEV_DEC_UTIL", "gauge", "Decoder utilization (in %).", gpu -> 0),
          integer(
              "DCGM_FI_DEV_XID_ERRORS",
              "gauge",
              "Value of the last XID error encountered.",
              GpuSnapshot::xid),
          integer(
              "DCGM_FI_DEV_POWER_VIOLATION",
              "counter",
              "Throttling duration due to power constraints (in ns).",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_THERMAL_VIOLATION",
              "counter",
              "Throttling duration due to thermal constraints (in ns).",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_FB_TOTAL",
              "gauge",
              "Total Frame Buffer of the GPU in MB.",
              GpuSnapshot::framebufferMib),
          integer(
              "DCGM_FI_DEV_FB_FREE",
              "gauge",
              "Framebuffer memory free (in MiB).",
              GpuSnapshot::freeMib),
          integer(
              "DCGM_FI_DEV_FB_USED",
              "gauge",
              "Framebuffer memory used (in MiB).",
              GpuSnapshot::usedMib),
          integer(
              "DCGM_FI_DEV_FB_RESERVED",
              "gauge",
              "Framebuffer memory reserved (in MiB).",
              GpuSnapshot::reservedMib),
          integer(
              "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL",
              "counter",
              "Total number of single-bit volatile ECC errors.",
              GpuSnapshot::memoryErrors),
          integer(
              "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL",
              "counter",
              "Total number of double-bit volatile ECC errors.",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
              "counter",
              "Total number of NVLink bandwidth counters for all lanes.",
              gpu -> Math.round(40_000 * gpu.loadSeconds())),
          integer("DCGM_FI_DEV_VGPU_LICENSE_STATUS", "gauge", "vGPU License status", gpu -> 0),
          integer(
              "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
              "counter",
              "Number of remapped rows for uncorrectable errors",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS",
              "counter",
              "Number of remapped rows for correctable errors",
              gpu -> 0),
          integer(
              "DCGM_FI_DEV_ROW_REMAP_FAILURE",
              "gauge",
              "Whether remapping of rows has failed",
              gpu -> 0),
          decimal(
              "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
              "Ratio of time the graphics engine is active.",
              GpuSnapshot::load),
          decimal(
              "DCGM_FI_PROF_SM_ACTIVE",
              "The ratio of cycles an SM has at least 1 warp assigned.",
              gpu -> 0.85 * gpu.load()),
          decimal(
              "DCGM_FI_PROF_SM_OCCUPANCY",
              "The ratio of number of warps resident on an SM.",
              gpu -> 0.30 * gpu.load()),
          decimal(
              "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
              "Ratio of cycles the tensor (HMMA) pipe is active.",
              gpu -> 0.45 * gpu.load()),
          decimal(
              "DCGM_FI_PROF_DRAM_ACTIVE",
              "Ratio of cycles the device memory interface is active sending or receiving data.",
              gpu -> 0.70 * gpu.load()),
          integer(
              "DCGM_FI_PROF_PCIE_TX_BYTES",
              "gauge",
              "The rate of data transmitted over the PCIe bus - including both protocol headers and"
                  + " data payloads - in bytes per second.",
              gpu -> Math.round(1e6 + 4e8 * gpu.load())),
          integer(
              "DCGM_FI_PROF_PCIE_RX_BYTES",
              "gauge",
              "The rate of data received over the PCIe bus - including both protocol headers and"
                  + " data payloads - in bytes per second.",
              gpu -> Math.round(1e6 + 9e8 * gpu.load())));

  boolean isGauge() {
    return type.equals("gauge");
  }

  String valueOf(GpuSnapshot gpu) {
    return value.apply(gpu);
  }

  private static DcgmMetric integer(
      String name, String type, String help, ToLongFunction<GpuSnapshot> value) {
    return new DcgmMetric(
        name, type, help, BLANK_INTEGER, gpu -> Long.toString(value.applyAsLong(gpu)));
  }

  private static DcgmMetric decimal(String name, String help, ToDoubleFunction<GpuSnapshot> value) {
    return new DcgmMetric(
        name,
        "gauge",
        help,
        BLANK_DECIMAL,
        gpu -> String.format(Locale.ROOT, "%.6f", value.applyAsDouble(gpu)));
  }
}
