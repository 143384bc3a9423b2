package io.longhaul.cli.options;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where requests go and what they say. */
final class EndpointOptions {
  /** The key may stand here instead of on a command line that others can see. */
  static final String API_KEY_VARIABLE = "LONGHAUL_API_KEY";

  @Option(
      names = {"-m", "--model", "--model-names"},
      paramLabel = "NAME",
      split = ",",
      description = "Model to load; several by comma or repeated, asked in turn.")
  List<String> models = List.of();

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL",
      arity = "1..*",
      split = ",",
      description =
          "Base URL of the server; several are used in turn. Default: http://localhost:8000")
  List<String> urls = List.of();

  @Option(
      names = "--endpoint-type",
      paramLabel = "TYPE",
      description = "API to speak: chat or completions. Default: chat")
  String endpointType;

  @Option(
      names = {"--endpoint", "--custom-endpoint"},
      paramLabel = "PATH",
      description = "Path that replaces the API's own, such as /v2/chat.")
  String path;

  @Option(
      names = "--streaming",
      description = "Ask for streamed answers; without it there is no time to first token.")
  boolean streaming;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      description =
          "Sent as 'Authorization: Bearer KEY'. Others on this machine can see it; the variable "
              + API_KEY_VARIABLE
              + " is safer.")
  String apiKey;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME:VALUE",
      arity = "1..*",
      description = "Further HTTP header; may be repeated.")
  List<String> headers = List.of();

  @Option(
      names = "--extra-inputs",
      paramLabel = "NAME:VALUE",
      arity = "1..*",
      description = "Further member of each request's body, or one JSON object of them.")
  List<String> extraInputs = List.of();

  @Option(
      names = "--request-timeout-seconds",
      paramLabel = "S",
      description = "Limit of one request, connecting included. Default: 21600")
  String requestTimeoutSeconds;

  @Option(
      names = "--use-legacy-max-tokens",
      description = "Chat sends max_tokens instead of max_completion_tokens.")
  boolean useLegacyMaxTokens;

  @Option(
      names = "--no-stale-retry",
      description = "A kept connection that the server had closed is an error, not a second try.")
  boolean noStaleRetry;

  @Option(names = "--insecure", description = "Accept any certificate.")
  boolean insecure;

  void addTo(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    models.forEach(model -> plan.model(model.strip()));
    urls.stream().map(EndpointOptions::withScheme).forEach(plan::url);
    if (endpointType != null) {
      addEndpointType(plan, problems);
    }
    if (path != null) {
      plan.path(path);
    }
    plan.streaming(streaming)
        .useLegacyMaxTokens(useLegacyMaxTokens)
        .staleRetry(!noStaleRetry)
        .insecureTls(insecure);
    numbers.seconds("--request-timeout-seconds", requestTimeoutSeconds, plan::requestTimeoutNanos);
    addHeaders(plan, problems);
    addExtraInputs(plan, problems);
  }

  /** The API key, from the command line or the environment. */
  Optional<Secret> secret(Map<String, String> environment) {
    String key = apiKey != null ? apiKey : environment.get(API_KEY_VARIABLE);
    return Optional.ofNullable(key).filter(text -> !text.isBlank()).map(Secret::of);
  }

  private void addEndpointType(RunPlanBuilder plan, OptionProblems problems) {
    try {
      plan.endpointType(EndpointType.named(endpointType));
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
  }

  private static String withScheme(String url) {
    String stripped = url.strip();
    return stripped.contains("://") ? stripped : "http://" + stripped;
  }

  /**
   * A header's value may hold colons and commas and is taken as it is: only the first colon
   * divides.
   */
  private void addHeaders(RunPlanBuilder plan, OptionProblems problems) {
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        problems.invalid("--header", header, "NAME:VALUE");
      } else {
        plan.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
      }
    }
  }

  private void addExtraInputs(RunPlanBuilder plan, OptionProblems problems) {
    try {
      plan.extraInputs(ExtraInputs.parse(extraInputs));
    } catch (IllegalArgumentException e) {
      e.getMessage().lines().forEach(problems::add);
    }
  }
}
