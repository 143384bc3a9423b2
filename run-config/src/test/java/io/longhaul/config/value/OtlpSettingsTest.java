package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.plan.server.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpSettingsTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  private final OptionProblems problems = new OptionProblems();

  private Optional<OtlpSettings> read(String... variables) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return OtlpSettings.read(environment, problems);
  }

  private OtlpSettings valid(String... variables) {
    Optional<OtlpSettings> settings = read(variables);
    assertThat(problems.sentences()).isEmpty();
    return settings.orElseThrow();
  }

  private String onlyProblem(String... variables) {
    read(variables);
    assertThat(problems.sentences()).hasSize(1);
    return problems.sentences().get(0);
  }

  @Test
  void nothingIsSentUnlessAVariableAsksForIt() {
    assertThat(read()).isEmpty();
    assertThat(read(ENDPOINT, " ")).isEmpty();
    assertThat(read("OTEL_SERVICE_NAME", "search", HEADERS, "not a pair")).isEmpty();
    assertThat(read(ENDPOINT, "x y", "OTEL_METRICS_EXPORTER", "none")).isEmpty();
    assertThat(read(ENDPOINT, "x y", "OTEL_METRICS_EXPORTER", "prometheus")).isEmpty();
    assertThat(read(ENDPOINT, "x y", "OTEL_SDK_DISABLED", "TRUE")).isEmpty();
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void withoutFurtherVariablesTheDefaultsAreOpenTelemetrys() {
    assertThat(valid(ENDPOINT, "http://collector:4318"))
        .isEqualTo(
            new OtlpSettings(
                URI.create("http://collector:4318/v1/metrics"),
                Map.of(),
                false,
                List.of(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Map.of()));
    assertThat(valid("OTEL_METRICS_EXPORTER", "prometheus, otlp").url())
        .isEqualTo(URI.create("http://localhost:4318/v1/metrics"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://collector:4318/, http://collector:4318/v1/metrics",
    "https://otlp.example/tenant/7/, https://otlp.example/tenant/7/v1/metrics",
    "HTTP://[::1]:4318, HTTP://[::1]:4318/v1/metrics",
  })
  void thePathOfMetricsIsAddedToTheEndpointOfAllSignals(String endpoint, URI url) {
    assertThat(valid(ENDPOINT, endpoint).url()).isEqualTo(url);
  }

  @Test
  void variablesOfMetricsTakePrecedence() {
    OtlpSettings settings =
        valid(
            ENDPOINT,
            "http://of-all:4318",
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
            "http://of-metrics:9090/api/v1/otlp/v1/metrics",
            "OTEL_EXPORTER_OTLP_PROTOCOL",
            "grpc",
            "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL",
            "http/protobuf",
            "OTEL_EXPORTER_OTLP_COMPRESSION",
            "none",
            "OTEL_EXPORTER_OTLP_METRICS_COMPRESSION",
            "gzip",
            "OTEL_EXPORTER_OTLP_METRICS_TIMEOUT",
            "2500",
            "OTEL_METRIC_EXPORT_INTERVAL",
            "5000");

    assertThat(settings.url()).hasToString("http://of-metrics:9090/api/v1/otlp/v1/metrics");
    assertThat(settings.gzip()).isTrue();
    assertThat(settings.timeout()).hasMillis(2_500);
    assertThat(settings.interval()).hasSeconds(5);
  }

  @Test
  void headersArePairsWithEncodedValuesAndAreNotShown() {
    OtlpSettings settings =
        valid(
            ENDPOINT,
            "http://c:4318",
            HEADERS,
            "Authorization=Bearer%20canary+1=, X-Team = a%2Cb,");

    assertThat(settings.headers())
        .isEqualTo(
            Map.of("Authorization", Secret.of("Bearer canary+1="), "X-Team", Secret.of("a,b")));
    assertThat(settings.toString()).doesNotContain("canary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "canary",
        "=canary",
        "Authorization=canary%2",
        "Authorization=canary%0A",
        "Auth orization=canary",
        "Host=canary"
      })
  void anInvalidHeaderIsRefusedWithoutItsValue(String headers) {
    String problem = onlyProblem(ENDPOINT, "http://c:4318", HEADERS, headers);

    assertThat(problem).startsWith("Invalid " + HEADERS + ": ").doesNotContain("canary");
  }

  @Test
  void attributesOfTheProcessAreThoseOfTheUser() {
    assertThat(
            valid(
                    ENDPOINT,
                    "http://c:4318",
                    "OTEL_RESOURCE_ATTRIBUTES",
                    "service.name=a,deployment.environment.name=test%20bed",
                    "OTEL_SERVICE_NAME",
                    "b")
                .resourceAttributes())
        .isEqualTo(Map.of("service.name", "b", "deployment.environment.name", "test bed"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "collector:4318",
        "grpc://collector:4317",
        "http://",
        "http://otel_collector:4318",
        "http://c:4318/#top",
        "not a URL"
      })
  void anInvalidEndpointIsRefused(String endpoint) {
    assertThat(onlyProblem(ENDPOINT, endpoint))
        .isEqualTo(
            "Invalid OTEL_EXPORTER_OTLP_ENDPOINT: "
                + endpoint
                + " (a URL such as http://localhost:4318, without user and query; keys go into"
                + " OTEL_EXPORTER_OTLP_HEADERS)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:canary@c:4318", "http://c:4318/?key=canary"})
  void keysInAnEndpointAreRefusedAndNotShown(String endpoint) {
    assertThat(onlyProblem(ENDPOINT, endpoint))
        .startsWith("Invalid OTEL_EXPORTER_OTLP_ENDPOINT: not a plain URL (")
        .doesNotContain("canary");
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
    "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL, http/json",
    "OTEL_EXPORTER_OTLP_COMPRESSION, zstd",
    "OTEL_EXPORTER_OTLP_TIMEOUT, 10s",
    "OTEL_EXPORTER_OTLP_TIMEOUT, 0",
    "OTEL_METRIC_EXPORT_INTERVAL, 99",
    "OTEL_RESOURCE_ATTRIBUTES, team",
    "OTEL_RESOURCE_ATTRIBUTES, team=%",
    "OTEL_EXPORTER_OTLP_CERTIFICATE, /no/such/file",
  })
  void anInvalidVariableIsRefusedByItsName(String variable, String value) {
    assertThat(onlyProblem(ENDPOINT, "http://c:4318", variable, value))
        .startsWith("Invalid " + variable + ": " + value + " (");
  }

  @Test
  void anUnknownExporterIsRefused() {
    assertThat(onlyProblem("OTEL_METRICS_EXPORTER", "console"))
        .isEqualTo("Invalid OTEL_METRICS_EXPORTER: console (otlp, prometheus or none)");
  }

  @ParameterizedTest
  @CsvSource({
    "collector:4318, http://collector:4318/v1/metrics",
    "https://collector/v1/metrics/, https://collector/v1/metrics",
    "http://collector:4318/otlp, http://collector:4318/otlp/v1/metrics",
  })
  void anOptionIsUnderstoodAsInAiperfAndTakesPrecedence(String url, URI expected) {
    Map<String, String> environment =
        Map.of(
            ENDPOINT,
            "x y",
            "OTEL_METRICS_EXPORTER",
            "none",
            "OTEL_RESOURCE_ATTRIBUTES",
            "team=a,stage=test");

    OtlpSettings settings =
        OtlpSettings.read(environment, Optional.of(url), List.of("team=b", "x=y"), problems)
            .orElseThrow();

    assertThat(problems.sentences()).isEmpty();
    assertThat(settings.url()).isEqualTo(expected);
    assertThat(settings.resourceAttributes())
        .isEqualTo(Map.of("team", "b", "stage", "test", "x", "y"));
  }

  @Test
  void anInvalidOptionIsRefusedByItsName() {
    OtlpSettings.read(Map.of(), Optional.of("ftp://collector"), List.of("team"), problems);

    assertThat(problems.sentences())
        .satisfiesExactly(
            problem -> assertThat(problem).startsWith("Invalid --otel-url: ftp://collector ("),
            problem ->
                assertThat(problem).startsWith("Invalid --otel-resource-attributes: team ("));
  }
}
