package io.longhaul.sinks.json;

import io.longhaul.sinks.report.GpuEnergy;
import java.io.IOException;

/** The energy of all GPUs, in total and per request and token. */
final class GpuEnergyJson {
  private GpuEnergyJson() {}

  /** Writes the members of an object; omits unknown values. */
  static void write(JsonDocument json, GpuEnergy energy) throws IOException {
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
