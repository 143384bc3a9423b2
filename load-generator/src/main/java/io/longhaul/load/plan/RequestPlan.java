package io.longhaul.load.plan;

import io.longhaul.load.endpoint.DialectOptions;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.endpoint.TritonBackend;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a request says, whatever its prompt.
 *
 * @param endpointType the API that is spoken
 * @param models model names, at least one
 * @param modelSelection which of them a turn of the dataset asks, when it does not say so itself
 * @param streaming whether a streamed answer is asked for
 * @param extraInputs members merged into every body last
 * @param useServerTokenCount whether token counts come from the server's {@code usage}
 * @param useLegacyMaxTokens whether chat sends {@code max_tokens} for {@code max_completion_tokens}
 * @param backend what a Triton server runs the model with; null where nobody said
 * @param leastTokensToo whether an answer is asked to be no shorter than its limit
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

  /** What the run wants of every request's body. */
  public DialectOptions dialectOptions() {
    return new DialectOptions(useLegacyMaxTokens, extraInputs, backend, leastTokensToo);
  }

  /** Whether answers are made of tokens. */
  public boolean producesTokens() {
    return endpointType.producesTokens(dialectOptions());
  }

  /** The endpoint's path below the server's base URL. */
  public String path() {
    return endpointType
        .path(streaming)
        .replace(
            EndpointType.MODEL_IN_PATH,
            URLEncoder.encode(models.get(0), StandardCharsets.UTF_8).replace("+", "%20"));
  }

  void check(Problems problems) {
    if (models.isEmpty()) {
      problems.add("Invalid model: none (give at least one, --model NAME)");
    }
    if (models.stream().anyMatch(String::isBlank)) {
      problems.add("Invalid model: an empty name (give a model name)");
    }
    if (streaming && !endpointType.canStream()) {
      problems.add(
          "Cannot stream: "
              + endpointType
                  .calledMethod()
                  .map(GrpcMethod::name)
                  .orElse("endpoint type " + endpointType.typedName())
              + " answers as a whole (leave --streaming out)");
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
          "it has no word for it; some servers know extra inputs min_tokens:N");
    }
    endpointType.problemsOf(dialectOptions()).forEach(problems::add);
  }
}
