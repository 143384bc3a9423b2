package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code /v1/completions}, as AIPerf 0.13 speaks to it: text without roles, one turn. */
final class OpenAiCompletions implements EndpointDialect {

  private final DialectOptions options;

  OpenAiCompletions(DialectOptions options) {
    this.options = options;
  }

  @Override
  public String path() {
    return "/v1/completions";
  }

  @Override
  public byte[] requestBody(InferenceRequest request) {
    if (request.messages().size() > 1) {
      throw new IllegalArgumentException(
          "Cannot ask a completions endpoint: "
              + request.messages().size()
              + " messages (it takes one turn; use endpoint type chat)");
    }
    ObjectNode body = RequestBody.empty();
    List<String> texts = request.messages().get(0).texts();
    if (texts.size() == 1) {
      body.put("prompt", texts.get(0));
    } else {
      ArrayNode prompts = body.putArray("prompt");
      texts.forEach(prompts::add);
    }
    body.put("model", request.model());
    body.put("stream", request.streaming());
    if (request.requestedOutputTokens() != null) {
      body.put("max_tokens", request.requestedOutputTokens());
    }
    return RequestBody.finish(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new OpenAiResponseReader(streaming);
  }
}
