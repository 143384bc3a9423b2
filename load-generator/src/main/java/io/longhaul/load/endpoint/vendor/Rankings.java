package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.QueryAndPassages;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.io.IOException;
import java.util.List;

/**
 * An API that ranks passages by a query. Its responses contain no tokens.
 *
 * @param member member of a response that contains the rankings
 * @param score member of a ranking that contains its score
 */
public record Rankings(DialectOptions options, String member, String score, Format format)
    implements EndpointDialect {

  /** Writes a request in the format of one API. */
  private interface Format {
    void write(ObjectNode body, String model, QueryAndPassages ranking);
  }

  /** Cohere's {@code /v2/rerank}, which vLLM and others also implement. */
  public static Rankings ofCohere(DialectOptions options) {
    return new Rankings(
        options,
        "results",
        "relevance_score",
        (body, model, ranking) -> {
          body.put("model", model).put("query", ranking.query());
          RequestBody.putTexts(body, "documents", ranking.passages());
        });
  }

  /** {@code /rerank} of Hugging Face's Text Embeddings Inference. Requests contain no model. */
  public static Rankings ofHfTei(DialectOptions options) {
    return new Rankings(
        options,
        "results",
        "score",
        (body, model, ranking) -> {
          body.put("query", ranking.query());
          RequestBody.putTexts(body, "texts", ranking.passages());
        });
  }

  /** NVIDIA NIM's {@code /v1/ranking}, in which texts are objects. */
  public static Rankings ofNim(DialectOptions options) {
    return new Rankings(
        options,
        "rankings",
        "logit",
        (body, model, ranking) -> {
          body.put("model", model).putObject("query").put("text", ranking.query());
          ArrayNode passages = body.putArray("passages");
          ranking.passages().forEach(passage -> passages.addObject().put("text", passage));
        });
  }

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    format.write(body, request.model(), QueryAndPassages.of(request));
    return RequestBody.finish(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new TreePayload(member, this::extract));
  }

  /**
   * A response contains a list of objects, each with the {@code index} of a passage. The list is a
   * member of the response, or the whole response, as in Hugging Face's format.
   */
  private void extract(JsonNode root, TreePayload payload) throws IOException {
    JsonNode rankings = root.isArray() ? root : root.path(member);
    if (rankings.isMissingNode()) {
      return;
    }
    if (!rankings.isArray()) {
      throw new UnexpectedJsonException(member, rankings.getNodeType().name(), "an array");
    }
    payload.foundResponse();
    for (JsonNode ranking : rankings) {
      if (!ranking.path("index").isIntegralNumber()) {
        throw new UnexpectedJsonException("ranking", ranking.toString(), "an object with index");
      }
      payload.foundData();
    }
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    ObjectNode response = RequestBody.empty();
    ArrayNode rankings = response.putArray(member);
    for (int i = 0; i < words.size(); i++) {
      rankings.addObject().put("index", i).put(score, 1.0 / (i + 1));
    }
    return List.of(response.toString());
  }
}
