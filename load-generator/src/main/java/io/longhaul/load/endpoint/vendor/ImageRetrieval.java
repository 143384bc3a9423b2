package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.List;

/**
 * {@code /v1/infer} of NVIDIA's image models, which detects objects in images. Requests do not
 * contain a model.
 */
public record ImageRetrieval(DialectOptions options) implements EndpointDialect {

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
    return new JsonResponseReader(streaming, new TreePayload("data", ImageRetrieval::extract));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    ObjectNode response = RequestBody.empty();
    response.putArray("data").addObject().put("index", 0).putObject("bounding_boxes");
    return List.of(response.toString());
  }

  /** A list with the objects found in each image, which may be empty. */
  private static void extract(JsonNode root, TreePayload payload) {
    if (root.path("data").isArray() && !root.path("data").isEmpty()) {
      payload.foundData();
    }
  }
}
