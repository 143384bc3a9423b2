package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Cohere's {@code /v2/rerank}, which vLLM and others also implement. */
final class CohereRankings extends Rankings {
  CohereRankings() {
    super("cohere_rankings", "/v2/rerank", "Ranking Metrics", "results", "relevance_score");
  }

  @Override
  void write(ObjectNode body, String model, QueryAndPassages ranking) {
    body.put("model", model);
    body.put("query", ranking.query());
    RequestBody.putTexts(body, "documents", ranking.passages());
  }
}
