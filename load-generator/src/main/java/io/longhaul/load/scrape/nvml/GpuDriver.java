package io.longhaul.load.scrape.nvml;

import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.ScrapeException;
import java.util.List;
import java.util.OptionalLong;

/** The driver of the GPUs of this machine. */
interface GpuDriver extends AutoCloseable {

  /**
   * Returns the GPUs, by index.
   *
   * @throws ScrapeException if the driver does not list them
   */
  List<Gpu> gpus() throws ScrapeException;

  /** Releases the driver. */
  @Override
  void close();

  /** A GPU. Names are empty if the driver does not report them. */
  interface Gpu {
    /** Returns the UUID, such as {@code GPU-8f6d…}. */
    String uuid();

    /** Returns the model, such as {@code NVIDIA H100 80GB HBM3}. */
    String model();

    /** Returns the PCI bus ID, such as {@code 00000000:1B:00.0}. */
    String pciBusId();

    /**
     * Reads a value, in NVML's unit; empty if this GPU does not have it.
     *
     * @throws ScrapeException if the GPU no longer responds
     */
    OptionalLong read(Reading reading) throws ScrapeException;
  }

  /** What is read, with NVML's unit. */
  enum Reading {
    /** Power draw in milliwatts: on most models since Ampere, the mean of the last second. */
    POWER_MILLIWATTS(DcgmField.POWER_USAGE, 1e-3),
    /** Energy in millijoules since the driver was loaded. */
    ENERGY_MILLIJOULES(DcgmField.TOTAL_ENERGY_CONSUMPTION, 1e-3),
    /** Power limit in milliwatts. */
    POWER_LIMIT_MILLIWATTS(DcgmField.POWER_MGMT_LIMIT, 1e-3),
    /** Percentage of time during which a kernel was running. */
    GPU_UTILIZATION_PERCENT(DcgmField.GPU_UTIL, 1),
    /** Percentage of time during which memory was read or written. */
    MEMORY_UTILIZATION_PERCENT(DcgmField.MEM_COPY_UTIL, 1),
    /** Utilization of the video encoder. */
    ENCODER_UTILIZATION_PERCENT(DcgmField.ENC_UTIL, 1),
    /** Utilization of the video decoder. */
    DECODER_UTILIZATION_PERCENT(DcgmField.DEC_UTIL, 1),
    /** Memory in use, without what the driver reserves. */
    MEMORY_USED_BYTES(DcgmField.FB_USED, 1),
    /** Memory that is free. */
    MEMORY_FREE_BYTES(DcgmField.FB_FREE, 1),
    /** Size of the memory. */
    MEMORY_TOTAL_BYTES(DcgmField.FB_TOTAL, 1),
    /** Temperature of the GPU in degrees Celsius. */
    TEMPERATURE_CELSIUS(DcgmField.GPU_TEMP, 1),
    /** Temperature of the memory in degrees Celsius. */
    MEMORY_TEMPERATURE_CELSIUS(DcgmField.MEMORY_TEMP, 1),
    /** Clock of the multiprocessors. */
    SM_CLOCK_MEGAHERTZ(DcgmField.SM_CLOCK, 1e6),
    /** Clock of the memory. */
    MEMORY_CLOCK_MEGAHERTZ(DcgmField.MEM_CLOCK, 1e6),
    /** Time during which the power limit throttled the clocks. */
    POWER_VIOLATION_NANOS(DcgmField.POWER_VIOLATION, 1e-3),
    /** Time during which heat throttled the clocks. */
    THERMAL_VIOLATION_NANOS(DcgmField.THERMAL_VIOLATION, 1e-3),
    /** Number of PCIe retries. */
    PCIE_REPLAYS(DcgmField.PCIE_REPLAY_COUNTER, 1);

    private final DcgmField field;
    private final double scale;

    Reading(DcgmField field, double scale) {
      this.field = field;
      this.scale = scale;
    }

    /** Returns the field that a DCGM exporter has for this value. */
    DcgmField field() {
      return field;
    }

    /** Returns the factor that converts the value to the unit of {@link DcgmField#wireName}. */
    double scale() {
      return scale;
    }
  }
}
