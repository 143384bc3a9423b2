package io.longhaul.load.plan.server;

import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The content of all requests apart from their prompts.
 *
 * @param endpointType the API of the server
 * @param models the names of the models, at least one
 * @param modelSelection how a model is selected for a turn whose dataset entry does not name one
 * @param streaming whether responses are streamed
 * @param extraInputs members that are merged into each request body, after all others
 * @param useServerTokenCount whether token counts are taken from the server's {@code usage}
 * @param useLegacyMaxTokens whether chat requests contain {@code max_tokens} instead of {@code
 *     max_completion_tokens}
 * @param backend the backend of a Triton server, or null to let the endpoint type decide
 * @param leastTokensToo whether the limit of output tokens is requested as a minimum, too
 */
public record RequestPlan(
    EndpointType endpointType,
    List<String> models,
    ModelSelection modelSelection,
    boolean streaming,
    ExtraInputs extraInputs,
    boolean useServerTokenCount,
    boolean useLegacyMaxTokens,
    @Nullable TritonBackend backend,
    boolean leastTokensToo) {
  public RequestPlan {
    models = List.copyOf(models);
  }

  /** Returns the options that apply to each request body. */
  public DialectOptions dialectOptions() {
    return new DialectOptions(useLegacyMaxTokens, extraInputs, backend, leastTokensToo);
  }

  /** Returns whether responses consist of tokens. */
  public boolean producesTokens() {
    return endpointType.producesTokens(dialectOptions());
  }

  /** Returns the path of the endpoint, relative to the server's base URL. */
  public String path() {
    return endpointType
        .path(streaming)
        .replace(
            EndpointType.MODEL_IN_PATH,
            URLEncoder.encode(models.get(0), StandardCharsets.UTF_8).replace("+", "%20"));
  }

  public void check(Problems problems) {
    if (models.isEmpty()) {
      problems.add("Invalid --model: no value (give at least one model)");
    }
    if (models.stream().anyMatch(String::isBlank)) {
      problems.add("Invalid --model: an empty name (give a model name)");
    }
    if (streaming && !endpointType.canStream()) {
      problems.add(
          "Cannot stream: "
              + endpointType
                  .calledMethod()
                  .map(GrpcMethod::name)
                  .orElse("endpoint type " + endpointType.typedName())
              + " does not support streaming (omit --streaming)");
    }
    if (models.size() > 1 && endpointType.path(streaming).contains(EndpointType.MODEL_IN_PATH)) {
      problems.invalid(
          "models",
          models.size(),
          "1 with endpoint type " + endpointType.typedName() + ", whose path names it");
    }
    if (backend != null && !endpointType.hasBackends()) {
      problems.invalid(
          "backend",
          backend.word(),
          "none with endpoint type " + endpointType.typedName() + "; those of KServe have one");
    }
    if (leastTokensToo && !endpointType.hasBackends()) {
      problems.invalid(
          "least number of output tokens",
          "endpoint type " + endpointType.typedName(),
          "it does not support this; some servers accept the extra input min_tokens:N");
    }
    endpointType.problemsOf(dialectOptions()).forEach(problems::add);
  }
}
