package io.longhaul.load.plan.dataset;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.longhaul.load.plan.check.Problems;

/**
 * One pair of prompt and output lengths of a sequence distribution.
 *
 * @param input length of the prompt
 * @param output limit of output tokens
 * @param percent percentage of the requests that use this pair
 */
public record LengthPair(
    @JsonProperty("input_length") TokenLength input,
    @JsonProperty("output_length") TokenLength output,
    double percent) {
  void check(Problems problems) {
    input.check("input length of a sequence distribution", problems);
    output.check("output length of a sequence distribution", problems);
    problems.requireWithin("share in a sequence distribution", percent, 0, 100, "0 to 100 %");
  }
}
