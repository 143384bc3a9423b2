package io.longhaul.load.gpu;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of DCGM that Longhaul knows: all that GenAI-Perf and AIPerf 0.13 read, and the default
 * ones of dcgm-exporter.
 *
 * <p>Fields with a column of their own come in base units ({@link #wireName} tells which); all
 * others keep the exporter's unit and name.
 */
public enum DcgmField {
  /** Power that the GPU draws, in watts. */
  POWER_USAGE("DCGM_FI_DEV_POWER_USAGE", "power_watts", 1, Kind.GAUGE),
  /** Energy since the driver was loaded; told in mJ. */
  TOTAL_ENERGY_CONSUMPTION(
      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy_joules", 1e-3, Kind.COUNTER),
  /** Part of the time in which a kernel ran. */
  GPU_UTIL("DCGM_FI_DEV_GPU_UTIL", "gpu_utilization_percent", 1, Kind.GAUGE),
  /** Part of the time in which memory was read or written. */
  MEM_COPY_UTIL("DCGM_FI_DEV_MEM_COPY_UTIL", "memory_copy_utilization_percent", 1, Kind.GAUGE),
  /** Memory in use; told in MiB. */
  FB_USED("DCGM_FI_DEV_FB_USED", "memory_used_bytes", 1048576, Kind.GAUGE),
  /** Memory that is free; told in MiB. */
  FB_FREE("DCGM_FI_DEV_FB_FREE", "memory_free_bytes", 1048576, Kind.GAUGE),
  /** All memory; told in MiB. */
  FB_TOTAL("DCGM_FI_DEV_FB_TOTAL", "memory_total_bytes", 1048576, Kind.GAUGE),
  /** Temperature of the GPU. */
  GPU_TEMP("DCGM_FI_DEV_GPU_TEMP", "gpu_temperature_celsius", 1, Kind.GAUGE),
  /** Temperature of its memory. */
  MEMORY_TEMP("DCGM_FI_DEV_MEMORY_TEMP", "memory_temperature_celsius", 1, Kind.GAUGE),
  /** Clock of the multiprocessors; told in MHz. */
  SM_CLOCK("DCGM_FI_DEV_SM_CLOCK", "sm_clock_hertz", 1e6, Kind.GAUGE),
  /** Clock of the memory; told in MHz. */
  MEM_CLOCK("DCGM_FI_DEV_MEM_CLOCK", "memory_clock_hertz", 1e6, Kind.GAUGE),
  /** Power that the GPU may draw. */
  POWER_MGMT_LIMIT("DCGM_FI_DEV_POWER_MGMT_LIMIT", "power_limit_watts", 1, Kind.GAUGE),
  /** Part of the cycles in which a multiprocessor had a warp; told as a ratio. */
  SM_ACTIVE("DCGM_FI_PROF_SM_ACTIVE", "sm_active_percent", 100, Kind.GAUGE),
  /** Use of the video decoder. */
  DEC_UTIL("DCGM_FI_DEV_DEC_UTIL", "decoder_utilization_percent", 1, Kind.GAUGE),
  /** Use of the video encoder. */
  ENC_UTIL("DCGM_FI_DEV_ENC_UTIL", "encoder_utilization_percent", 1, Kind.GAUGE),
  /** The last XID error: a code, though AIPerf takes it for a counter. */
  XID_ERRORS("DCGM_FI_DEV_XID_ERRORS", "xid_errors", 1, Kind.GAUGE),
  /** Time for which power held the clocks down; told in ns. */
  POWER_VIOLATION("DCGM_FI_DEV_POWER_VIOLATION", "power_violation_us", 1e-3, Kind.COUNTER),
  /** Time for which heat held the clocks down; told in ns. */
  THERMAL_VIOLATION("DCGM_FI_DEV_THERMAL_VIOLATION", "thermal_violation_us", 1e-3, Kind.COUNTER),

  /** Single-bit errors of memory since the last reset. */
  ECC_SBE_VOL_TOTAL("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", Kind.COUNTER),
  /** Double-bit errors of memory since the last reset. */
  ECC_DBE_VOL_TOTAL("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", Kind.COUNTER),
  /** Single-bit errors of memory in its life. */
  ECC_SBE_AGG_TOTAL("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", Kind.COUNTER),
  /** Double-bit errors of memory in its life. */
  ECC_DBE_AGG_TOTAL("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", Kind.COUNTER),
  /** Pages retired for single-bit errors. */
  RETIRED_SBE("DCGM_FI_DEV_RETIRED_SBE", Kind.COUNTER),
  /** Pages retired for double-bit errors. */
  RETIRED_DBE("DCGM_FI_DEV_RETIRED_DBE", Kind.COUNTER),
  /** Errors of NVLink's flow control. */
  NVLINK_CRC_FLIT_ERRORS("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", Kind.COUNTER),
  /** Errors of NVLink's data. */
  NVLINK_CRC_DATA_ERRORS("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", Kind.COUNTER),
  /** Traffic over NVLink, all lanes, as DCGM counts it. */
  NVLINK_BANDWIDTH_TOTAL("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", Kind.COUNTER),
  /** Bytes a second sent over PCIe. */
  PCIE_TX_BYTES("DCGM_FI_PROF_PCIE_TX_BYTES", Kind.GAUGE),
  /** Bytes a second received over PCIe. */
  PCIE_RX_BYTES("DCGM_FI_PROF_PCIE_RX_BYTES", Kind.GAUGE),
  /** Retries of PCIe. */
  PCIE_REPLAY_COUNTER("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", Kind.COUNTER),
  /** Memory kept by the driver, in MiB. */
  FB_RESERVED("DCGM_FI_DEV_FB_RESERVED", Kind.GAUGE),
  /** State of a virtual GPU's license. */
  VGPU_LICENSE_STATUS("DCGM_FI_DEV_VGPU_LICENSE_STATUS", Kind.GAUGE),
  /** Rows remapped for errors that could not be corrected. */
  UNCORRECTABLE_REMAPPED_ROWS("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", Kind.COUNTER),
  /** Rows remapped for errors that were corrected. */
  CORRECTABLE_REMAPPED_ROWS("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", Kind.COUNTER),
  /** Whether a remapping failed: 0 or 1. */
  ROW_REMAP_FAILURE("DCGM_FI_DEV_ROW_REMAP_FAILURE", Kind.GAUGE),
  /** Part of the time in which the graphics engine was active, as a ratio. */
  GR_ENGINE_ACTIVE("DCGM_FI_PROF_GR_ENGINE_ACTIVE", Kind.GAUGE),
  /** Part of the cycles in which a tensor pipe was active, as a ratio. */
  PIPE_TENSOR_ACTIVE("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Kind.GAUGE),
  /** Part of the cycles in which the memory's interface was active, as a ratio. */
  DRAM_ACTIVE("DCGM_FI_PROF_DRAM_ACTIVE", Kind.GAUGE);

  /** How values of a field go on. */
  public enum Kind {
    /** A level, which rises and falls. */
    GAUGE,
    /** A count, which only rises, until a reset. */
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

  /** A field with a column of its own. */
  DcgmField(String dcgmName, String wireName, double scale, Kind kind) {
    this.dcgmName = dcgmName;
    this.wireName = wireName;
    this.scale = scale;
    this.kind = kind;
  }

  /** A field that is passed on as it was scraped. */
  DcgmField(String dcgmName, Kind kind) {
    this(dcgmName, dcgmName, 1, kind);
  }

  /**
   * The field of a metric's name; a suffix {@code _total}, which some exporters add, is dropped.
   */
  static Optional<DcgmField> named(String metricName) {
    String dcgmName =
        metricName.endsWith(COUNTER_SUFFIX)
            ? metricName.substring(0, metricName.length() - COUNTER_SUFFIX.length())
            : metricName;
    return Optional.ofNullable(BY_DCGM_NAME.get(dcgmName));
  }

  /** The name in DCGM and on an exporter's page. */
  public String dcgmName() {
    return dcgmName;
  }

  /** The name on the wire, with its unit; the DCGM name for a field without a column of its own. */
  public String wireName() {
    return wireName;
  }

  /** Whether the wire and the exports have a column for this field. */
  public boolean hasColumn() {
    return !wireName.equals(dcgmName);
  }

  /** What the exporter's value is multiplied with to come into the unit of {@link #wireName}. */
  public double scale() {
    return scale;
  }

  /** Whether this is a level or a count. */
  public Kind kind() {
    return kind;
  }
}
