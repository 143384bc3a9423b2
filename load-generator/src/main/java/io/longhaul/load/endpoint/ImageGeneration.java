package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * OpenAI's {@code /v1/images/generations}. A stream contains partial images and then the final one.
 */
final class ImageGeneration implements EndpointType {

  @Override
  public String typedName() {
    return "image_generation";
  }

  @Override
  public String path(boolean streaming) {
    return "/v1/images/generations";
  }

  @Override
  public boolean producesTokens() {
    return false;
  }

  @Override
  public String title() {
    return "Image Generation Metrics";
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      List<String> texts = request.singleMessage("image_generation").texts();
      ObjectNode body = RequestBody.empty();
      body.put("prompt", String.join(" ", texts));
      body.put("model", request.model());
      body.put("response_format", "b64_json");
      body.put("n", 1);
      if (request.streaming()) {
        body.put("stream", true);
      }
      return RequestBody.finish(body, options, request);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new ImagesPayload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      if (!streaming) {
        return List.of(ImagesPayload.sampleResponse());
      }
      ObjectNode part = RequestBody.empty().put("type", "image_generation.partial_image");
      ObjectNode whole = RequestBody.empty().put("type", "image_generation.completed");
      return List.of(
          part.put("partial_image_index", 0).put("b64_json", ImagesPayload.SAMPLE).toString(),
          whole.put("b64_json", ImagesPayload.SAMPLE).toString());
    }
  }
}
