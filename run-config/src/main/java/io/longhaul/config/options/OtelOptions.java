package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.OtlpSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the metrics that a run sends to an OpenTelemetry collector. */
final class OtelOptions {
  @Yaml("otel.metricsUrl")
  @Option(
      names = OtlpSettings.URL_OPTION,
      paramLabel = "URL",
      description =
          "Send the metrics of the run to this OpenTelemetry collector, over OTLP/HTTP. Default:"
              + " the environment variable OTEL_EXPORTER_OTLP_ENDPOINT; without it, they are not sent")
  @Nullable String url;

  @Needs(OtlpSettings.URL_OPTION)
  @Option(
      names = OtlpSettings.ATTRIBUTES_OPTION,
      paramLabel = "NAME=VALUE...",
      hideParamSyntax = true,
      arity = "1..*",
      split = ",",
      description =
          "Attributes of the run in these metrics, in addition to those in"
              + " OTEL_RESOURCE_ATTRIBUTES.")
  @Nullable List<String> attributes;

  /** Returns the settings from the options and the environment; empty if nothing is sent. */
  Optional<OtlpSettings> settings(Map<String, String> environment, OptionProblems problems) {
    return OtlpSettings.read(
        environment,
        Optional.ofNullable(url),
        attributes == null ? List.of() : attributes,
        problems);
  }
}
