package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import java.util.List;

/** {@code /v1/completions}, in the format of AIPerf 0.13: text without roles, one turn. */
public record OpenAiCompletions(DialectOptions options) implements EndpointDialect {

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
    return OpenAiPayload.sample(null, "text", streaming, words);
  }
}
