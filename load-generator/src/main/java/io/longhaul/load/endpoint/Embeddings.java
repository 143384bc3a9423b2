package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An endpoint at {@code /v1/embeddings} that returns vectors. Output limits do not apply and are
 * not sent.
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

  /** Returns the request body in this API's format. */
  abstract byte[] body(InferenceRequest request, DialectOptions options);

  /** Returns a body in OpenAI's format, which others also use: a list of inputs. */
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
