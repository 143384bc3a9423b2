package io.longhaul.load.scrape.nvml;

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
    POWER_MILLIWATTS,
    /** Energy in millijoules since the driver was loaded. */
    ENERGY_MILLIJOULES,
    /** Power limit in milliwatts. */
    POWER_LIMIT_MILLIWATTS,
    /** Percentage of time during which a kernel was running. */
    GPU_UTILIZATION_PERCENT,
    /** Percentage of time during which memory was read or written. */
    MEMORY_UTILIZATION_PERCENT,
    /** Utilization of the video encoder. */
    ENCODER_UTILIZATION_PERCENT,
    /** Utilization of the video decoder. */
    DECODER_UTILIZATION_PERCENT,
    /** Memory in use, without what the driver reserves. */
    MEMORY_USED_BYTES,
    /** Memory that is free. */
    MEMORY_FREE_BYTES,
    /** Size of the memory. */
    MEMORY_TOTAL_BYTES,
    /** Temperature of the GPU in degrees Celsius. */
    TEMPERATURE_CELSIUS,
    /** Temperature of the memory in degrees Celsius. */
    MEMORY_TEMPERATURE_CELSIUS,
    /** Clock of the multiprocessors. */
    SM_CLOCK_MEGAHERTZ,
    /** Clock of the memory. */
    MEMORY_CLOCK_MEGAHERTZ,
    /** Time during which the power limit throttled the clocks. */
    POWER_VIOLATION_NANOS,
    /** Time during which heat throttled the clocks. */
    THERMAL_VIOLATION_NANOS,
    /** Number of PCIe retries. */
    PCIE_REPLAYS
  }
}
