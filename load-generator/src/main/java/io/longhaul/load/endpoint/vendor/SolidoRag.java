package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.List;

/** {@code /rag/api/prompt} of SOLIDO, which returns text and the sources that it found. */
public record SolidoRag(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    RequestBody.putTexts(body, "query", request.singleMessage("solido_rag").texts());
    body.putObject("filters").put("family", "Solido").put("tool", "SDE");
    body.put("inference_model", request.model());
    return RequestBody.finish(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(
        streaming, TreePayload.endingWithBody("content", SolidoRag::extract));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return RequestBody.pieces(streaming, words).stream()
        .map(text -> RequestBody.empty().put("content", text).toString())
        .toList();
  }

  /** A response, or a part of one, is an object with {@code content}. */
  private static void extract(JsonNode root, TreePayload payload) {
    if (root.has("content")) {
      payload.foundContent(root.path("content").asText(""));
    }
  }
}
