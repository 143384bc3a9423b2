package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * OpenAI's {@code /v1/embeddings}: all texts of a turn in one list. A token limit means nothing
 * here and is not sent.
 */
final class Embeddings implements EndpointType {

  @Override
  public String typedName() {
    return "embeddings";
  }

  @Override
  public String path(boolean streaming) {
    return "/v1/embeddings";
  }

  @Override
  public boolean canStream() {
    return false;
  }

  @Override
  public boolean producesTokens() {
    return false;
  }

  @Override
  public String title() {
    return "Embeddings Metrics";
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      List<String> texts = request.onlyMessage("embeddings").texts();
      ObjectNode body = RequestBody.empty();
      body.put("model", request.model());
      RequestBody.list(body, "input", texts);
      return RequestBody.finish(body, options, request);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new EmbeddingsPayload());
    }

    @Override
    public List<String> sampleAnswer(boolean streaming, List<String> words) {
      return List.of(EmbeddingsPayload.sample(words.size()));
    }
  }
}
