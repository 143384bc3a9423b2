package io.longhaul.load.endpoint;

import java.util.List;
import java.util.Objects;

/**
 * What is asked of the model, whatever the endpoint.
 *
 * @param model the model's name as the server knows it
 * @param messages the conversation so far; the last one is to be answered
 * @param requestedOutputTokens the limit of the answer's length; null leaves it to the server
 * @param streaming whether the answer is to come as an event stream
 * @param extraInputs members of this request's body alone
 */
public record InferenceRequest(
    String model,
    List<Message> messages,
    Integer requestedOutputTokens,
    boolean streaming,
    ExtraInputs extraInputs) {

  public InferenceRequest {
    Objects.requireNonNull(model, "model is null");
    Objects.requireNonNull(extraInputs, "extraInputs is null");
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("Invalid request: no message (it needs one to answer)");
    }
  }

  /** A single prompt of the user. */
  public static InferenceRequest ofText(
      String model, String text, Integer requestedOutputTokens, boolean streaming) {
    return new InferenceRequest(
        model, List.of(Message.user(text)), requestedOutputTokens, streaming, ExtraInputs.NONE);
  }
}
