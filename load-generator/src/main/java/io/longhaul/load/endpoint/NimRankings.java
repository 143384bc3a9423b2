package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The rankings of NVIDIA NIM: {@code /v1/ranking}, texts in objects. */
final class NimRankings extends Rankings {
  NimRankings() {
    super("nim_rankings", "/v1/ranking", "Rankings Metrics", "rankings", "logit");
  }

  /** AIPerf before 0.3 and GenAI-Perf call it plainly. */
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
