package io.longhaul.pipeline.row;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.wire.GpuSample;

/** Converts GPU samples to rows of {@code gpu_samples}. */
public final class GpuSampleRows {
  private GpuSampleRows() {}

  /**
   * Converts a sample.
   *
   * @param sliceIndex slice of its time; -1 before the run's start
   */
  public static GpuSampleRow of(LaneIdentity lane, GpuSample sample, long sliceIndex) {
    return GpuSampleRow.newBuilder()
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setAtEpochNs(lane.epochOf(sample.getAtNs()))
        .setUncertaintyNs(sample.getUncertaintyNs())
        .setAgeNs(sample.getAgeNs())
        .setExporterUrl(sample.getExporterUrl())
        .setGpuUuid(sample.getGpuUuid())
        .setGpuIndex(sample.getGpuIndex())
        .setGpuModel(sample.getGpuModel())
        .setHostname(sample.getHostname())
        .setPciBusId(sample.getPciBusId())
        .setDevice(sample.getDevice())
        .setMigInstance(sample.getMigInstance())
        .setSliceIndex(sliceIndex)
        .setPowerWatts(sample.getPowerWatts())
        .setEnergyJoules(sample.getEnergyJoules())
        .setGpuUtilizationPercent(sample.getGpuUtilizationPercent())
        .setMemoryCopyUtilizationPercent(sample.getMemoryCopyUtilizationPercent())
        .setMemoryUsedBytes(sample.getMemoryUsedBytes())
        .setMemoryFreeBytes(sample.getMemoryFreeBytes())
        .setMemoryTotalBytes(sample.getMemoryTotalBytes())
        .setGpuTemperatureCelsius(sample.getGpuTemperatureCelsius())
        .setMemoryTemperatureCelsius(sample.getMemoryTemperatureCelsius())
        .setSmClockHertz(sample.getSmClockHertz())
        .setMemoryClockHertz(sample.getMemoryClockHertz())
        .setPowerLimitWatts(sample.getPowerLimitWatts())
        .setSmActivePercent(sample.getSmActivePercent())
        .setDecoderUtilizationPercent(sample.getDecoderUtilizationPercent())
        .setEncoderUtilizationPercent(sample.getEncoderUtilizationPercent())
        .setXidErrors(sample.getXidErrors())
        .setPowerViolationUs(sample.getPowerViolationUs())
        .setThermalViolationUs(sample.getThermalViolationUs())
        .setOther(sample.getOther())
        .build();
  }
}
