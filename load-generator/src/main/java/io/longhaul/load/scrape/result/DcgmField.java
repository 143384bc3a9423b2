package io.longhaul.load.scrape.result;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * DCGM fields that Longhaul knows: all that GenAI-Perf and AIPerf 0.13 read, and dcgm-exporter's
 * defaults.
 *
 * <p>Values of fields with their own column are converted to base units (see {@link #wireName});
 * all others keep the exporter's unit and name.
 */
public enum DcgmField {
  /** Power draw, in watts. */
  POWER_USAGE("DCGM_FI_DEV_POWER_USAGE", "power_watts", 1, Kind.GAUGE),
  /** Energy since the driver was loaded; exported in mJ. */
  TOTAL_ENERGY_CONSUMPTION(
      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy_joules", 1e-3, Kind.COUNTER),
  /** Percentage of time during which a kernel was running. */
  GPU_UTIL("DCGM_FI_DEV_GPU_UTIL", "gpu_utilization_percent", 1, Kind.GAUGE),
  /** Percentage of time during which memory was read or written. */
  MEM_COPY_UTIL("DCGM_FI_DEV_MEM_COPY_UTIL", "memory_copy_utilization_percent", 1, Kind.GAUGE),
  /** Used memory; exported in MiB. */
  FB_USED("DCGM_FI_DEV_FB_USED", "memory_used_bytes", 1048576, Kind.GAUGE),
  /** Free memory; exported in MiB. */
  FB_FREE("DCGM_FI_DEV_FB_FREE", "memory_free_bytes", 1048576, Kind.GAUGE),
  /** Total memory; exported in MiB. */
  FB_TOTAL("DCGM_FI_DEV_FB_TOTAL", "memory_total_bytes", 1048576, Kind.GAUGE),
  /** Temperature of the GPU. */
  GPU_TEMP("DCGM_FI_DEV_GPU_TEMP", "gpu_temperature_celsius", 1, Kind.GAUGE),
  /** Temperature of the memory. */
  MEMORY_TEMP("DCGM_FI_DEV_MEMORY_TEMP", "memory_temperature_celsius", 1, Kind.GAUGE),
  /** Clock of the multiprocessors; exported in MHz. */
  SM_CLOCK("DCGM_FI_DEV_SM_CLOCK", "sm_clock_hertz", 1e6, Kind.GAUGE),
  /** Clock of the memory; exported in MHz. */
  MEM_CLOCK("DCGM_FI_DEV_MEM_CLOCK", "memory_clock_hertz", 1e6, Kind.GAUGE),
  /** Power limit. */
  POWER_MGMT_LIMIT("DCGM_FI_DEV_POWER_MGMT_LIMIT", "power_limit_watts", 1, Kind.GAUGE),
  /** Fraction of cycles in which a multiprocessor had at least one warp; exported as a ratio. */
  SM_ACTIVE("DCGM_FI_PROF_SM_ACTIVE", "sm_active_percent", 100, Kind.GAUGE),
  /** Utilization of the video decoder. */
  DEC_UTIL("DCGM_FI_DEV_DEC_UTIL", "decoder_utilization_percent", 1, Kind.GAUGE),
  /** Utilization of the video encoder. */
  ENC_UTIL("DCGM_FI_DEV_ENC_UTIL", "encoder_utilization_percent", 1, Kind.GAUGE),
  /** Code of the last XID error. It is not a counter, although AIPerf treats it as one. */
  XID_ERRORS("DCGM_FI_DEV_XID_ERRORS", "xid_errors", 1, Kind.GAUGE),
  /** Time during which the power limit throttled the clocks; exported in ns. */
  POWER_VIOLATION("DCGM_FI_DEV_POWER_VIOLATION", "power_violation_us", 1e-3, Kind.COUNTER),
  /** Time during which heat throttled the clocks; exported in ns. */
  THERMAL_VIOLATION("DCGM_FI_DEV_THERMAL_VIOLATION", "thermal_violation_us", 1e-3, Kind.COUNTER),

  /** Single-bit memory errors since the last reset. */
  ECC_SBE_VOL_TOTAL("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", Kind.COUNTER),
  /** Double-bit memory errors since the last reset. */
  ECC_DBE_VOL_TOTAL("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", Kind.COUNTER),
  /** Single-bit memory errors over the GPU's lifetime. */
  ECC_SBE_AGG_TOTAL("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", Kind.COUNTER),
  /** Double-bit memory errors over the GPU's lifetime. */
  ECC_DBE_AGG_TOTAL("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", Kind.COUNTER),
  /** Pages retired because of single-bit errors. */
  RETIRED_SBE("DCGM_FI_DEV_RETIRED_SBE", Kind.COUNTER),
  /** Pages retired because of double-bit errors. */
  RETIRED_DBE("DCGM_FI_DEV_RETIRED_DBE", Kind.COUNTER),
  /** NVLink flow-control CRC errors. */
  NVLINK_CRC_FLIT_ERRORS("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", Kind.COUNTER),
  /** NVLink data CRC errors. */
  NVLINK_CRC_DATA_ERRORS("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", Kind.COUNTER),
  /** NVLink traffic over all lanes, as DCGM counts it. */
  NVLINK_BANDWIDTH_TOTAL("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", Kind.COUNTER),
  /** Bytes per second sent over PCIe. */
  PCIE_TX_BYTES("DCGM_FI_PROF_PCIE_TX_BYTES", Kind.GAUGE),
  /** Bytes per second received over PCIe. */
  PCIE_RX_BYTES("DCGM_FI_PROF_PCIE_RX_BYTES", Kind.GAUGE),
  /** PCIe retries. */
  PCIE_REPLAY_COUNTER("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", Kind.COUNTER),
  /** Memory reserved by the driver, in MiB. */
  FB_RESERVED("DCGM_FI_DEV_FB_RESERVED", Kind.GAUGE),
  /** License status of a virtual GPU. */
  VGPU_LICENSE_STATUS("DCGM_FI_DEV_VGPU_LICENSE_STATUS", Kind.GAUGE),
  /** Rows remapped because of uncorrectable errors. */
  UNCORRECTABLE_REMAPPED_ROWS("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", Kind.COUNTER),
  /** Rows remapped because of correctable errors. */
  CORRECTABLE_REMAPPED_ROWS("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", Kind.COUNTER),
  /** Whether a row remapping failed: 0 or 1. */
  ROW_REMAP_FAILURE("DCGM_FI_DEV_ROW_REMAP_FAILURE", Kind.GAUGE),
  /** Fraction of time during which the graphics engine was active, as a ratio. */
  GR_ENGINE_ACTIVE("DCGM_FI_PROF_GR_ENGINE_ACTIVE", Kind.GAUGE),
  /** Fraction of cycles in which a tensor pipe was active, as a ratio. */
  PIPE_TENSOR_ACTIVE("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Kind.GAUGE),
  /** Fraction of cycles in which the memory interface was active, as a ratio. */
  DRAM_ACTIVE("DCGM_FI_PROF_DRAM_ACTIVE", Kind.GAUGE);

  /** How the values of a field behave over time. */
  public enum Kind {
    /** Increases and decreases. */
    GAUGE,
    /** Only increases, until it is reset. */
    COUNTER
  }

  private static final Map<String, DcgmField> BY_DCGM_NAME =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(DcgmField::dcgmName, Function.identity()));
  private static final String COUNTER_SUFFIX = "_total";

  private final String dcgmName;
  private final String wireName;
  private final double scale;
  private final Kind kind;

  /** A field with its own column. */
  DcgmField(String dcgmName, String wireName, double scale, Kind kind) {
    this.dcgmName = dcgmName;
    this.wireName = wireName;
    this.scale = scale;
    this.kind = kind;
  }

  /** A field that is passed on as scraped. */
  DcgmField(String dcgmName, Kind kind) {
    this(dcgmName, dcgmName, 1, kind);
  }

  /**
   * Returns the field for a metric name. The suffix {@code _total}, which some exporters add, is
   * ignored.
   */
  public static Optional<DcgmField> named(String metricName) {
    String dcgmName =
        metricName.endsWith(COUNTER_SUFFIX)
            ? metricName.substring(0, metricName.length() - COUNTER_SUFFIX.length())
            : metricName;
    return Optional.ofNullable(BY_DCGM_NAME.get(dcgmName));
  }

  /** Returns the name in DCGM and on an exporter's page. */
  public String dcgmName() {
    return dcgmName;
  }

  /**
   * Returns the name on the wire, which includes the unit; for a field without its own column the
   * DCGM name.
   */
  public String wireName() {
    return wireName;
  }

  /** Returns whether the wire format and the exports have a column for this field. */
  public boolean hasColumn() {
    return !wireName.equals(dcgmName);
  }

  /** Returns the factor that converts the exporter's value to the unit of {@link #wireName}. */
  public double scale() {
    return scale;
  }

  /** Returns whether this field is a gauge or a counter. */
  public Kind kind() {
    return kind;
  }
}
