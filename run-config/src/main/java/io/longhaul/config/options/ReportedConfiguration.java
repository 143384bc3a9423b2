package io.longhaul.config.options;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.report.figures.Threshold;
import java.util.List;
import java.util.Locale;

/**
 * The configuration of a run for reports: {@code configuration_json}, without secrets.
 *
 * @param inputConfig AIPerf's tree
 * @param command the command line, to be pasted into a shell
 * @param conditions the conditions under which the run fails, as typed
 * @param gpuMetrics additional GPU fields
 * @param plan the plan as JSON, which contains everything else
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ReportedConfiguration(
    @JsonProperty("input_config") JsonNode inputConfig,
    @JsonProperty("cli_command") String command,
    @JsonProperty("fail_if") List<String> conditions,
    @JsonProperty("gpu_metrics") List<ReportedGpuMetric> gpuMetrics,
    @JsonProperty("plan") @JsonRawValue String plan) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** An additional GPU field, with the names that AIPerf derives from it. */
  record ReportedGpuMetric(
      @JsonProperty("dcgm_name") String dcgmName,
      @JsonProperty("key") String key,
      @JsonProperty("header") String header,
      @JsonProperty("unit") String unit,
      @JsonProperty("kind") String kind) {
    static ReportedGpuMetric of(GpuMetric metric) {
      return new ReportedGpuMetric(
          metric.dcgmName(),
          metric.key(),
          metric.header(),
          metric.unit(),
          metric.kind().name().toLowerCase(Locale.ROOT));
    }
  }

  static ReportedConfiguration of(ProfileSettings settings) {
    return new ReportedConfiguration(
        AiperfInputConfig.of(settings),
        CommandLineText.pasteable(settings.commandLine()),
        settings.thresholds().stream().map(Threshold::text).toList(),
        settings.gpuMetrics().stream().map(ReportedGpuMetric::of).toList(),
        RunPlanJson.toJson(settings.plan()));
  }

  /** Returns the configuration as one line of JSON. */
  String toJson() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The configuration cannot be written as JSON", e);
    }
  }
}
