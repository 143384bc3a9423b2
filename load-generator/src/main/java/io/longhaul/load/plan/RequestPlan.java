package io.longhaul.load.plan;

import io.longhaul.load.endpoint.DialectOptions;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import java.util.List;

/**
 * What a request says, whatever its prompt.
 *
 * @param endpointType the API that is spoken
 * @param models model names, at least one; the entries of the dataset ask them in turn
 * @param streaming whether a streamed answer is asked for
 * @param extraInputs members merged into every body last
 * @param useServerTokenCount whether token counts come from the server's {@code usage}
 * @param useLegacyMaxTokens whether chat sends {@code max_tokens} for {@code max_completion_tokens}
 */
public record RequestPlan(
    EndpointType endpointType,
    List<String> models,
    boolean streaming,
    ExtraInputs extraInputs,
    boolean useServerTokenCount,
    boolean useLegacyMaxTokens) {
  public RequestPlan {
    models = List.copyOf(models);
  }

  /** What the run wants of every request's body. */
  public DialectOptions dialectOptions() {
    return new DialectOptions(useLegacyMaxTokens, extraInputs);
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
          "Cannot stream: endpoint type "
              + endpointType.typedName()
              + " answers as a whole (leave --streaming out)");
    }
    endpointType.problemsOf(dialectOptions()).forEach(problems::add);
  }
}
