package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.JsonDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.List;

/**
 * APIs of one vendor each that do not stream, or stream documents like those of whole responses.
 */
public final class VendorDialects {

  private VendorDialects() {}

  /** {@code /rag/api/prompt} of SOLIDO, which returns text and the sources that it found. */
  public static EndpointDialect solidoRag(DialectOptions options) {
    return new JsonDialect(
        request -> question(request, options),
        () -> TreePayload.endingWithBody("content", VendorDialects::extractContent),
        (streaming, words) ->
            RequestBody.pieces(streaming, words).stream()
                .map(text -> RequestBody.empty().put("content", text).toString())
                .toList());
  }

  private static byte[] question(InferenceRequest request, DialectOptions options) {
    ObjectNode body = RequestBody.empty();
    RequestBody.putTexts(body, "query", request.singleMessage("solido_rag").texts());
    body.putObject("filters").put("family", "Solido").put("tool", "SDE");
    body.put("inference_model", request.model());
    return RequestBody.finish(body, options, request);
  }

  /** A response, or a part of one, is an object with {@code content}. */
  private static void extractContent(JsonNode root, TreePayload payload) {
    if (root.has("content")) {
      payload.foundContent(root.path("content").asText(""));
    }
  }

  /**
   * {@code /v1/infer} of NVIDIA's image models, which detects objects in images. Requests do not
   * contain a model.
   */
  public static EndpointDialect imageRetrieval(DialectOptions options) {
    ObjectNode sample = RequestBody.empty();
    sample.putArray("data").addObject().put("index", 0).putObject("bounding_boxes");
    return new JsonDialect(
        request -> images(request, options),
        () -> new TreePayload("data", VendorDialects::extractObjects),
        (streaming, words) -> List.of(sample.toString()));
  }

  private static byte[] images(InferenceRequest request, DialectOptions options) {
    ObjectNode body = RequestBody.empty();
    ArrayNode input = body.putArray("input");
    for (String image : request.singleMessage("image_retrieval").media().images()) {
      input.addObject().put("type", "image_url").put("url", image);
    }
    return RequestBody.finish(body, options, request);
  }

  /** A list with the objects found in each image, which may be empty. */
  private static void extractObjects(JsonNode root, TreePayload payload) {
    if (root.path("data").isArray() && !root.path("data").isEmpty()) {
      payload.foundData();
    }
  }
}
