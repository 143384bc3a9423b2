package io.longhaul.load.endpoint;

import java.util.List;
import java.util.Objects;

/**
 * What is asked of the model, whatever the endpoint.
 *
 * @param model the model's name as the server knows it
 * @param messages the conversation so far; the last one is to be answered. Empty only with a
 *     payload
 * @param requestedOutputTokens the limit of the answer's length; null leaves it to the server
 * @param streaming whether the answer is to come as an event stream
 * @param extraInputs members of this request's body alone
 * @param payload a whole body as a JSON object, for endpoints that send it as it is; null mostly
 */
public record InferenceRequest(
    String model,
    List<Message> messages,
    Integer requestedOutputTokens,
    boolean streaming,
    ExtraInputs extraInputs,
    String payload) {

  public InferenceRequest {
    Objects.requireNonNull(model, "model is null");
    Objects.requireNonNull(extraInputs, "extraInputs is null");
    messages = List.copyOf(messages);
    if (messages.isEmpty() && payload == null) {
      throw new IllegalArgumentException("Invalid request: no message (it needs one to answer)");
    }
  }

  /** A request that is made of messages. */
  public InferenceRequest(
      String model,
      List<Message> messages,
      Integer requestedOutputTokens,
      boolean streaming,
      ExtraInputs extraInputs) {
    this(model, messages, requestedOutputTokens, streaming, extraInputs, null);
  }

  /** A single prompt of the user. */
  public static InferenceRequest ofText(
      String model, String text, Integer requestedOutputTokens, boolean streaming) {
    return new InferenceRequest(
        model, List.of(Message.user(text)), requestedOutputTokens, streaming, ExtraInputs.NONE);
  }

  /**
   * The one message of a single turn.
   *
   * @param endpoint who cannot take more, for the error's text
   * @throws IllegalArgumentException when there are several
   */
  Message singleMessage(String endpoint) {
    if (messages.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot ask a "
              + endpoint
              + " endpoint: "
              + messages.size()
              + " messages (it takes one turn; use endpoint type chat)");
    }
    return messages.get(0);
  }
}
