package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code /v1/chat/completions}, as AIPerf 0.13 speaks to it. */
final class OpenAiChat implements EndpointDialect {

  private final DialectOptions options;

  OpenAiChat(DialectOptions options) {
    this.options = options;
  }

  @Override
  public String path() {
    return "/v1/chat/completions";
  }

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    ArrayNode messages = body.putArray("messages");
    for (Message message : request.messages()) {
      writeMessage(message, messages.addObject());
    }
    body.put("model", request.model());
    body.put("stream", request.streaming());
    if (request.requestedOutputTokens() != null) {
      body.put(
          options.legacyMaxTokens() ? "max_tokens" : "max_completion_tokens",
          request.requestedOutputTokens());
    }
    return RequestBody.finish(body, options, request);
  }

  private static void writeMessage(Message message, ObjectNode out) {
    out.put("role", message.role());
    if (message.texts().size() == 1) {
      out.put("content", message.texts().get(0));
      return;
    }
    ArrayNode parts = out.putArray("content");
    for (String text : message.texts()) {
      parts.addObject().put("type", "text").put("text", text);
    }
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new OpenAiResponseReader(streaming);
  }
}
