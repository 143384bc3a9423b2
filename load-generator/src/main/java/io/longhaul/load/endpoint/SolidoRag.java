package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** {@code /rag/api/prompt} of SOLIDO, which returns text and the sources that it found. */
final class SolidoRag implements EndpointType {

  @Override
  public String typedName() {
    return "solido_rag";
  }

  @Override
  public String path(boolean streaming) {
    return "/rag/api/prompt";
  }

  @Override
  public String title() {
    return "SOLIDO RAG Metrics";
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

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
      return new JsonResponseReader(streaming, new Payload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      if (!streaming) {
        return List.of(response(String.join("", words)));
      }
      List<String> events = new ArrayList<>();
      words.forEach(word -> events.add(response(word)));
      return events;
    }

    private static String response(String text) {
      return RequestBody.empty().put("content", text).toString();
    }
  }

  /** A response, or a part of one, is an object with {@code content}. */
  private static final class Payload extends TreePayload {

    @Override
    void extract(JsonNode root) {
      if (root.has("content")) {
        foundContent(root.path("content").asText(""));
      }
    }

    @Override
    public String requiredMember() {
      return "content";
    }

    @Override
    public boolean endsWithBody() {
      return true;
    }
  }
}
