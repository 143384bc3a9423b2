package io.longhaul.config.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.plan.server.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where and how often a process sends its metrics to an OpenTelemetry collector, from the
 * environment variables that the <a
 * href="https://opentelemetry.io/docs/specs/otel/protocol/exporter/">OTLP exporter
 * specification</a> defines. The variables of metrics, such as {@code
 * OTEL_EXPORTER_OTLP_METRICS_ENDPOINT}, take precedence over those of all signals.
 *
 * @param url URL to which metrics are posted
 * @param headers further headers of these requests, such as {@code Authorization}
 * @param gzip whether requests are compressed
 * @param authorities certificate authorities that are trusted; empty for those of the JVM
 * @param timeout for a request and its response
 * @param interval time between two requests
 * @param resourceAttributes attributes of the process that the user sets, {@code service.name}
 *     among them
 */
public record OtlpSettings(
    URI url,
    Map<String, Secret> headers,
    boolean gzip,
    List<X509Certificate> authorities,
    Duration timeout,
    Duration interval,
    Map<String, String> resourceAttributes) {
  /** AIPerf's option with the endpoint. */
  public static final String URL_OPTION = "--otel-url";

  /** AIPerf's option with attributes of the process. */
  public static final String ATTRIBUTES_OPTION = "--otel-resource-attributes";

  static final String SERVICE_NAME = "service.name";

  private static final String EXPORTER = "OTEL_METRICS_EXPORTER";
  private static final String DISABLED = "OTEL_SDK_DISABLED";
  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
  private static final String ATTRIBUTES = "OTEL_RESOURCE_ATTRIBUTES";
  private static final String PATH = "/v1/metrics";
  private static final String DEFAULT_ENDPOINT = "http://localhost:4318";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(60);
  private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final String PAIRS =
      "pairs NAME=VALUE, separated by commas; special characters as %XX";

  public OtlpSettings {
    headers = Map.copyOf(headers);
    authorities = List.copyOf(authorities);
    resourceAttributes = Map.copyOf(resourceAttributes);
  }

  /**
   * Reads the settings of a process without options for them.
   *
   * @return empty if no variable asks for metrics to be sent, or after a problem
   */
  public static Optional<OtlpSettings> read(
      Map<String, String> environment, OptionProblems problems) {
    return read(environment, Optional.empty(), List.of(), problems);
  }

  /**
   * Reads the settings.
   *
   * @param endpoint value of {@link #URL_OPTION}, which takes precedence over the environment
   * @param attributes values of {@link #ATTRIBUTES_OPTION}
   * @return empty if metrics are not to be sent, or after a problem
   */
  public static Optional<OtlpSettings> read(
      Map<String, String> environment,
      Optional<String> endpoint,
      List<String> attributes,
      OptionProblems problems) {
    Reader reader = new Reader(environment, problems);
    return endpoint.isPresent() || reader.isWanted()
        ? reader.settings(endpoint, attributes)
        : Optional.empty();
  }

  /** Reads one environment. */
  private record Reader(Map<String, String> environment, OptionProblems problems) {

    /**
     * A variable that is set.
     *
     * @param value without surrounding spaces; not empty
     */
    private record Variable(String name, String value) {}

    private Optional<Variable> variable(String name) {
      String value = environment.getOrDefault(name, "").strip();
      return value.isEmpty() ? Optional.empty() : Optional.of(new Variable(name, value));
    }

    /** Returns the variable of metrics or else that of all signals. */
    private Optional<Variable> ofExporter(String ending) {
      return variable("OTEL_EXPORTER_OTLP_METRICS_" + ending)
          .or(() -> variable("OTEL_EXPORTER_OTLP_" + ending));
    }

    /** Whether the environment asks for metrics to be sent: not by default, as for a library. */
    boolean isWanted() {
      if (variable(DISABLED).filter(set -> set.value().equalsIgnoreCase("true")).isPresent()) {
        return false;
      }
      Optional<Variable> exporter = variable(EXPORTER);
      if (exporter.isEmpty()) {
        return ofExporter("ENDPOINT").isPresent();
      }
      List<String> named = List.of(exporter.get().value().split("\\s*,\\s*", -1));
      if (!Set.of("otlp", "prometheus", "none").containsAll(named)) {
        problems.invalid(EXPORTER, exporter.get().value(), "otlp, prometheus or none");
      }
      return named.contains("otlp");
    }

    Optional<OtlpSettings> settings(Optional<String> endpoint, List<String> attributes) {
      Optional<URI> url = endpoint.isPresent() ? fromOption(endpoint.get()) : fromEnvironment();
      Map<String, String> resource = new LinkedHashMap<>();
      variable(ATTRIBUTES)
          .ifPresent(set -> resource.putAll(pairs(set.name(), List.of(set.value()), false)));
      variable("OTEL_SERVICE_NAME").ifPresent(set -> resource.put(SERVICE_NAME, set.value()));
      resource.putAll(pairs(ATTRIBUTES_OPTION, attributes, false));
      boolean gzip = gzip();
      List<X509Certificate> authorities =
          ofExporter("CERTIFICATE")
              .map(set -> CaFile.read(set.name(), set.value(), problems))
              .orElse(List.of());
      Duration timeout = millis(ofExporter("TIMEOUT"), MIN_TIMEOUT, DEFAULT_TIMEOUT);
      Duration interval = millis(variable(INTERVAL), MIN_INTERVAL, DEFAULT_INTERVAL);
      Map<String, Secret> headers = headers();
      return url.map(
          valid ->
              new OtlpSettings(valid, headers, gzip, authorities, timeout, interval, resource));
    }

    private void checkProtocol() {
      ofExporter("PROTOCOL")
          .filter(set -> !set.value().equals("http/protobuf"))
          .ifPresent(
              set ->
                  problems.invalid(
                      set.name(),
                      set.value(),
                      "http/protobuf, which collectors receive on port 4318 unless configured"
                          + " otherwise"));
    }

    /** Like AIPerf: without a scheme it is http, and the path of metrics is added. */
    private Optional<URI> fromOption(String text) {
      String typed = text.strip();
      String whole = typed.contains("://") ? typed : "http://" + typed;
      return url(URL_OPTION, typed, whole.replaceFirst("/*$", "").replaceFirst(PATH + "$", ""))
          .map(Reader::withPath);
    }

    private Optional<URI> fromEnvironment() {
      checkProtocol();
      Optional<Variable> ofMetrics = variable("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT");
      if (ofMetrics.isPresent()) {
        return url(ofMetrics.get().name(), ofMetrics.get().value(), ofMetrics.get().value());
      }
      Variable ofAll =
          variable("OTEL_EXPORTER_OTLP_ENDPOINT")
              .orElse(new Variable("OTEL_EXPORTER_OTLP_ENDPOINT", DEFAULT_ENDPOINT));
      return url(ofAll.name(), ofAll.value(), ofAll.value().replaceFirst("/+$", ""))
          .map(Reader::withPath);
    }

    private static URI withPath(URI base) {
      return URI.create(base + PATH);
    }

    /**
     * @param shown what the user wrote; passwords are not printed
     */
    private Optional<URI> url(String name, String shown, String text) {
      try {
        URI url = new URI(text);
        boolean isHttp =
            List.of("http", "https")
                .contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT));
        boolean isPlain =
            url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
        if (isHttp && isPlain && url.getHost() != null) {
          return Optional.of(url);
        }
      } catch (URISyntaxException e) {
        // reported below
      }
      problems.invalid(
          name,
          shown.contains("@") || shown.contains("?") ? "not a plain URL" : shown,
          "a URL such as http://localhost:4318, without user and query; keys go into"
              + " OTEL_EXPORTER_OTLP_HEADERS");
      return Optional.empty();
    }

    private boolean gzip() {
      Optional<Variable> compression = ofExporter("COMPRESSION");
      compression
          .filter(set -> !List.of("gzip", "none").contains(set.value()))
          .ifPresent(set -> problems.invalid(set.name(), set.value(), "gzip or none"));
      return compression.filter(set -> set.value().equals("gzip")).isPresent();
    }

    private Duration millis(Optional<Variable> given, Duration least, Duration fallback) {
      if (given.isEmpty()) {
        return fallback;
      }
      Variable set = given.get();
      if (set.value().matches("[0-9]{1,9}") && Long.parseLong(set.value()) >= least.toMillis()) {
        return Duration.ofMillis(Long.parseLong(set.value()));
      }
      problems.invalid(set.name(), set.value(), "milliseconds, " + least.toMillis() + " or more");
      return fallback;
    }

    private Map<String, Secret> headers() {
      Optional<Variable> given = ofExporter("HEADERS");
      if (given.isEmpty()) {
        return Map.of();
      }
      Map<String, Secret> headers = new LinkedHashMap<>();
      pairs(given.get().name(), List.of(given.get().value()), true)
          .forEach(
              (name, value) -> {
                if (isHeader(name, value)) {
                  headers.put(name, Secret.of(value));
                } else {
                  problems.invalid(
                      given.get().name(), "the header " + name, "a header that HTTP allows");
                }
              });
      return headers;
    }

    /** The client of HTTP knows what is allowed. */
    private static boolean isHeader(String name, String value) {
      try {
        HttpRequest.newBuilder().header(name, value);
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /**
     * Parses pairs in the format of W3C's baggage.
     *
     * @param areSecret whether messages must not contain them
     */
    private Map<String, String> pairs(String source, List<String> lists, boolean areSecret) {
      Map<String, String> pairs = new LinkedHashMap<>();
      List<String> entries = new ArrayList<>();
      lists.forEach(list -> entries.addAll(List.of(list.split(",", -1))));
      for (String entry : entries) {
        int equals = entry.indexOf('=');
        String name = entry.substring(0, Math.max(0, equals)).strip();
        try {
          if (!name.isEmpty()) {
            pairs.put(name, decoded(entry.substring(equals + 1).strip()));
          } else if (!entry.isBlank()) {
            problems.invalid(source, areSecret ? "an entry without a name" : entry.strip(), PAIRS);
          }
        } catch (IllegalArgumentException e) {
          problems.invalid(source, areSecret ? "the value of " + name : entry.strip(), PAIRS);
        }
      }
      return pairs;
    }

    /** Decodes {@code %XX}; unlike in forms, a plus sign is one. */
    private static String decoded(String value) {
      return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
    }
  }
}
