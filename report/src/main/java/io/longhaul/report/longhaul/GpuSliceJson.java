package io.longhaul.report.longhaul;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.report.figures.GpuEnergy;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import org.apache.avro.Schema;

/** The time-weighted figures of one GPU over a slice or a run. */
final class GpuSliceJson {
  private static final double NANOJOULES_PER_JOULE = 1e9;
  private static final double NANOS_PER_SECOND = 1e9;

  private GpuSliceJson() {}

  static void write(JsonDocument json, GpuSliceRow gpu) throws IOException {
    json.text("exporter_url", gpu.getExporterUrl());
    json.integer("gpu_index", gpu.getGpuIndex());
    json.text("gpu_uuid", gpu.getGpuUuid());
    json.textIfAny("gpu_model", gpu.getGpuModel());
    json.textIfAny("hostname", gpu.getHostname());
    json.textIfAny("mig_instance", gpu.getMigInstance());
    json.integer("samples", gpu.getSamples());
    json.number("covered_seconds", gpu.getCoveredNs() / NANOS_PER_SECOND);
    json.number("gap_seconds", gpu.getGapNs() / NANOS_PER_SECOND);
    json.number("sample_age_max_seconds", gpu.getSampleAgeMaxNs() / NANOS_PER_SECOND);
    json.integer("failed_scrapes", gpu.getFailedScrapes());
    for (Schema.Field column : gpu.getSchema().getFields()) {
      if (gpu.get(column.pos()) instanceof GaugeOverSlice gauge) {
        json.object(column.name(), () -> writeGauge(json, gauge));
      }
    }
    json.numberIfAny("energy_joules", gpu.getEnergyNanojoules(), NANOJOULES_PER_JOULE);
    json.numberIfAny(
        "integrated_power_joules", gpu.getIntegratedPowerNanojoules(), NANOJOULES_PER_JOULE);
    json.numberIfAny("power_violation_seconds", gpu.getPowerViolationNs(), NANOS_PER_SECOND);
    json.numberIfAny("thermal_violation_seconds", gpu.getThermalViolationNs(), NANOS_PER_SECOND);
    json.integerIfAny("ecc_single_bit_errors", gpu.getEccSingleBitErrors());
    json.integerIfAny("ecc_double_bit_errors", gpu.getEccDoubleBitErrors());
    json.integerIfAny("pcie_replays", gpu.getPcieReplays());
    json.integerIfAny("nvlink_crc_errors", gpu.getNvlinkCrcErrors());
    json.numberIfAny("xid_last", gpu.getXidLast());
  }

  private static void writeGauge(JsonDocument json, GaugeOverSlice gauge) throws IOException {
    json.number("mean", gauge.getMean());
    json.number("min", gauge.getMin());
    json.number("max", gauge.getMax());
    json.number("observed_seconds", gauge.getObservedNs() / NANOS_PER_SECOND);
  }

  /** Writes the energy of all GPUs, in total and per request and token; omits unknown values. */
  static void writeEnergy(JsonDocument json, GpuEnergy energy) throws IOException {
    json.truth("valid", energy.isValid());
    json.texts("doubts", energy.doubts());
    json.integer("gpus", energy.gpus());
    json.number("energy_joules", energy.joules());
    json.number("mean_power_watts", energy.meanWatts());
    json.number("peak_power_watts", energy.peakWatts());
    json.number("joules_per_request", energy.joulesPerRequest());
    json.number("joules_per_output_token", energy.joulesPerOutputToken());
    json.number("joules_per_good_token", energy.joulesPerGoodToken());
    json.number("output_tokens_per_joule", energy.outputTokensPerJoule());
  }
}
