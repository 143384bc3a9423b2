package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * A response of a rankings endpoint: a list of objects, each with the {@code index} of a passage.
 * The list is a member of the response, or the whole response, as in Hugging Face's format.
 */
final class RankingsPayload extends TreePayload {
  private final String member;

  RankingsPayload(String member) {
    this.member = member;
  }

  /** Returns a sample response with this number of passages. */
  static String sample(String member, String score, int passages) {
    ObjectNode response = UntrustedJson.MAPPER.createObjectNode();
    ArrayNode rankings = response.putArray(member);
    for (int i = 0; i < passages; i++) {
      rankings.addObject().put("index", i).put(score, 1.0 / (i + 1));
    }
    return response.toString();
  }

  @Override
  void extract(JsonNode root) throws IOException {
    JsonNode rankings = root.isArray() ? root : root.path(member);
    if (rankings.isMissingNode()) {
      return;
    }
    if (!rankings.isArray()) {
      throw new UnexpectedJsonException(member, rankings.getNodeType().name(), "an array");
    }
    foundResponse();
    for (JsonNode ranking : rankings) {
      if (!ranking.path("index").isIntegralNumber()) {
        throw new UnexpectedJsonException("ranking", ranking.toString(), "an object with index");
      }
      foundData();
    }
  }

  @Override
  public String requiredMember() {
    return member;
  }
}
