package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An endpoint that is asked for vectors at {@code /v1/embeddings}. A token limit means nothing
 * there and is not sent.
 */
abstract class Embeddings implements EndpointType {

  @Override
  public final String path(boolean streaming) {
    return "/v1/embeddings";
  }

  @Override
  public final boolean canStream() {
    return false;
  }

  @Override
  public final boolean producesTokens() {
    return false;
  }

  @Override
  public String title() {
    return "Embeddings Metrics";
  }

  @Override
  public final EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  /** What is asked, in this API's form. */
  abstract byte[] body(InferenceRequest request, DialectOptions options);

  /** The form of OpenAI and those who follow it: a list of what is to become vectors. */
  static byte[] bodyOf(List<String> inputs, InferenceRequest request, DialectOptions options) {
    ObjectNode body = RequestBody.empty();
    body.put("model", request.model());
    RequestBody.putTexts(body, "input", inputs);
    return RequestBody.finish(body, options, request);
  }

  private final class Dialect implements EndpointDialect {
    private final DialectOptions options;

    private Dialect(DialectOptions options) {
      this.options = options;
    }

    @Override
    public byte[] requestBody(InferenceRequest request) {
      return body(request, options);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new EmbeddingsPayload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      return List.of(EmbeddingsPayload.sample(words.size()));
    }
  }
}
