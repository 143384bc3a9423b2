package io.longhaul.load.endpoint.kserve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.ArrayList;
import java.util.List;

/** Triton's {@code generate} and {@code generate_stream}, in GenAI-Perf's format. */
public record TritonGenerate(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    RequestBody.putTexts(body, "text_input", request.singleMessage("triton_generate").texts());
    if (request.streaming()) {
      body.put("stream", true);
    }
    RequestBody.putLimit(body, "max_tokens", request);
    return RequestBody.finish(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(
        streaming, TreePayload.endingWithBody("text_output", TritonGenerate::extract));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    List<String> responses = new ArrayList<>();
    for (String text : RequestBody.pieces(streaming, words)) {
      ObjectNode response = RequestBody.empty().put("model_name", "m").put("model_version", "1");
      responses.add(response.put("text_output", text).toString());
    }
    return responses;
  }

  /** A response, and each event of a stream, is an object with {@code text_output}. */
  private static void extract(JsonNode root, TreePayload payload) {
    JsonNode text = root.path("text_output");
    if (text.isTextual()) {
      payload.foundContent(text.textValue());
    } else if (text.isArray()) {
      text.forEach(piece -> payload.foundContent(piece.asText("")));
    }
  }
}
