package io.longhaul.load.endpoint.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, independent of the endpoint.
 *
 * @param model model name on the server
 * @param messages the conversation so far, which the response continues; not empty
 * @param requestedOutputTokens limit of output tokens; null to let the server decide
 * @param streaming whether to request an event stream
 * @param extraInputs additional members of this request's body
 */
public record InferenceRequest(
    String model,
    List<Message> messages,
    @Nullable Integer requestedOutputTokens,
    boolean streaming,
    ExtraInputs extraInputs) {

  public InferenceRequest {
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("Invalid request: no message (it needs one to answer)");
    }
  }

  /** Creates a request with a single user prompt. */
  public static InferenceRequest ofText(
      String model, String text, @Nullable Integer requestedOutputTokens, boolean streaming) {
    return new InferenceRequest(
        model, List.of(Message.user(text)), requestedOutputTokens, streaming, ExtraInputs.NONE);
  }

  /**
   * Returns the message of a single-turn request.
   *
   * @param endpoint endpoint name for the error message
   * @throws IllegalArgumentException if there are several messages
   */
  public Message singleMessage(String endpoint) {
    if (messages.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot send a request to a %s endpoint: %s messages (it supports one turn; use endpoint"
                  .formatted(endpoint, messages.size())
              + " type chat)");
    }
    return messages.get(0);
  }
}
