package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code /rerank} of Hugging Face's Text Embeddings Inference. Requests do not contain a model. */
final class HfTeiRankings extends Rankings {
  HfTeiRankings() {
    super("hf_tei_rankings", "/rerank", "Ranking Metrics", "results", "score");
  }

  @Override
  void write(ObjectNode body, String model, QueryAndPassages ranking) {
    body.put("query", ranking.query());
    RequestBody.putTexts(body, "texts", ranking.passages());
  }
}
