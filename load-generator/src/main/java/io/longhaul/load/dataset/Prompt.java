package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.ExtraInputs;
import java.util.List;
import java.util.Locale;

/**
 * One entry of a dataset: what one request asks.
 *
 * @param entry its place in the dataset, from 0
 * @param texts the texts of the one user turn, at least one
 * @param role the role of the turn, or null for {@code user}
 * @param model the model that it is sent to
 * @param extraInputs members merged into this request's body last
 * @param inputTokens tokens of the texts, counted by the run's tokenizer
 * @param requestedInputTokens the length that was asked for when the prompt was made up, or null;
 *     it differs from {@code inputTokens} only where no text of that length was found
 * @param requestedOutputTokens limit of the answer in tokens, or null for none
 * @param hash a 64-bit hash of the texts, the same in every process
 */
public record Prompt(
    int entry,
    List<String> texts,
    String role,
    String model,
    ExtraInputs extraInputs,
    int inputTokens,
    Integer requestedInputTokens,
    Integer requestedOutputTokens,
    long hash) {
  public Prompt {
    texts = List.copyOf(texts);
  }

  /** The texts as one, joined by a blank as AIPerf counts them. */
  public String text() {
    return texts.size() == 1 ? texts.get(0) : String.join(" ", texts);
  }

  /** The session that the prompt belongs to; every single turn is a session of its own. */
  public String sessionId() {
    return String.format(Locale.ROOT, "session_%06d", entry);
  }
}
