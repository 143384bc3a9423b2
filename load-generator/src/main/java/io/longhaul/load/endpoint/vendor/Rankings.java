package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.JsonDialect;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.QueryAndPassages;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.TreePayload;
import java.io.IOException;
import java.util.List;

/** APIs that rank passages by a query. Their responses contain no tokens. */
public final class Rankings {

  private Rankings() {}

  /** Writes a request in the format of one API. */
  private interface Format {
    void write(ObjectNode body, String model, QueryAndPassages ranking);
  }

  /** Cohere's {@code /v2/rerank}, which vLLM and others also implement. */
  public static EndpointDialect ofCohere(DialectOptions options) {
    return dialect(
        options,
        "results",
        "relevance_score",
        (body, model, ranking) -> {
          body.put("model", model).put("query", ranking.query());
          RequestBody.putTexts(body, "documents", ranking.passages());
        });
  }

  /** {@code /rerank} of Hugging Face's Text Embeddings Inference. Requests contain no model. */
  public static EndpointDialect ofHfTei(DialectOptions options) {
    return dialect(
        options,
        "results",
        "score",
        (body, model, ranking) -> {
          body.put("query", ranking.query());
          RequestBody.putTexts(body, "texts", ranking.passages());
        });
  }

  /** NVIDIA NIM's {@code /v1/ranking}, in which texts are objects. */
  public static EndpointDialect ofNim(DialectOptions options) {
    return dialect(
        options,
        "rankings",
        "logit",
        (body, model, ranking) -> {
          body.put("model", model).putObject("query").put("text", ranking.query());
          ArrayNode passages = body.putArray("passages");
          ranking.passages().forEach(passage -> passages.addObject().put("text", passage));
        });
  }

  /**
   * @param member member of a response that contains the rankings
   * @param score member of a ranking that contains its score
   */
  private static EndpointDialect dialect(
      DialectOptions options, String member, String score, Format format) {
    return new JsonDialect(
        request -> {
          ObjectNode body = RequestBody.empty();
          format.write(body, request.model(), QueryAndPassages.of(request));
          return RequestBody.finish(body, options, request);
        },
        () -> new TreePayload(member, (root, payload) -> extract(root, member, payload)),
        (streaming, words) -> List.of(sample(member, score, words.size())));
  }

  /**
   * A response contains a list of objects, each with the {@code index} of a passage. The list is a
   * member of the response, or the whole response, as in Hugging Face's format.
   */
  private static void extract(JsonNode root, String member, TreePayload payload)
      throws IOException {
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

  private static String sample(String member, String score, int passages) {
    ObjectNode response = RequestBody.empty();
    ArrayNode rankings = response.putArray(member);
    for (int i = 0; i < passages; i++) {
      rankings.addObject().put("index", i).put(score, 1.0 / (i + 1));
    }
    return response.toString();
  }
}
