package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/**
 * {@code /v1/infer} of NVIDIA's image models, which detects objects in images. Requests do not
 * contain a model.
 */
final class ImageRetrieval implements EndpointType {

  @Override
  public String typedName() {
    return "image_retrieval";
  }

  @Override
  public String path(boolean streaming) {
    return "/v1/infer";
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
  public Set<MediaKind> media() {
    return Set.of(MediaKind.IMAGE);
  }

  @Override
  public boolean takesText() {
    return false;
  }

  @Override
  public String title() {
    return "Image Retrieval Metrics";
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      ObjectNode body = RequestBody.empty();
      ArrayNode input = body.putArray("input");
      for (String image : request.singleMessage("image_retrieval").media().images()) {
        input.addObject().put("type", "image_url").put("url", image);
      }
      return RequestBody.finish(body, options, request);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new Payload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      ObjectNode response = RequestBody.empty();
      response.putArray("data").addObject().put("index", 0).putObject("bounding_boxes");
      return List.of(response.toString());
    }
  }

  /** A list with the objects found in each image, which may be empty. */
  private static final class Payload extends TreePayload {

    @Override
    void extract(JsonNode root) {
      if (root.path("data").isArray() && !root.path("data").isEmpty()) {
        foundData();
      }
    }

    @Override
    public String requiredMember() {
      return "data";
    }
  }
}
