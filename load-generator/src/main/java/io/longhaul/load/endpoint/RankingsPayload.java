package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * An answer of a rankings endpoint: a list of objects, each with the {@code index} of a passage.
 * The list stands in a member, or is the whole answer, as Hugging Face writes it.
 */
final class RankingsPayload extends TreePayload {
  private final String member;

  RankingsPayload(String member) {
    this.member = member;
  }

  /** A plain answer that ranks so many passages. */
  static String sample(String member, String score, int passages) {
    ObjectNode answer = UntrustedJson.MAPPER.createObjectNode();
    ArrayNode rankings = answer.putArray(member);
    for (int i = 0; i < passages; i++) {
      rankings.addObject().put("index", i).put(score, 1.0 / (i + 1));
    }
    return answer.toString();
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
