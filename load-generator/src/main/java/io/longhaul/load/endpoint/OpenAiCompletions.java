package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code /v1/completions}, in the format of AIPerf 0.13: text without roles, one turn. */
record OpenAiCompletions(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    List<String> texts = request.singleMessage("completions").texts();
    ObjectNode body = RequestBody.empty();
    if (texts.size() == 1) {
      body.put("prompt", texts.get(0));
    } else {
      RequestBody.putTexts(body, "prompt", texts);
    }
    body.put("model", request.model());
    body.put("stream", request.streaming());
    RequestBody.putLimit(body, "max_tokens", request);
    return RequestBody.withUsage(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new OpenAiPayload());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return OpenAiSampleResponse.of(null, "text", streaming, words);
  }
}
