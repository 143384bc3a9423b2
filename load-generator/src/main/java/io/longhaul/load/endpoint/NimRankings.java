package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** NVIDIA NIM's {@code /v1/ranking}, in which texts are objects. */
final class NimRankings extends Rankings {
  NimRankings() {
    super("nim_rankings", "/v1/ranking", "Rankings Metrics", "rankings", "logit");
  }

  /** The name in GenAI-Perf and in AIPerf before 0.3. */
  @Override
  public List<String> otherNames() {
    return List.of("rankings");
  }

  @Override
  void write(ObjectNode body, String model, QueryAndPassages ranking) {
    body.put("model", model);
    body.putObject("query").put("text", ranking.query());
    ArrayNode passages = body.putArray("passages");
    ranking.passages().forEach(passage -> passages.addObject().put("text", passage));
  }
}
