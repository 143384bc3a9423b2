package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;

/** An endpoint whose responses are JSON documents without tokens. */
final class DocumentEndpoint extends MockEndpoint {
  private static final int DIMENSIONS = 64;

  /**
   * OpenAI's {@code /v1/embeddings}: one vector per text. A request with chat messages, as in vLLM,
   * has one vector for all messages.
   */
  static final MockEndpoint EMBEDDINGS =
      new DocumentEndpoint(
          "/v1/embeddings",
          """
          {"type": "object", "required": ["model"], "anyOf": [
            {"required": ["input"], "properties": {"messages": {"enum": [null]}}},
            {"required": ["messages"], "properties": {"input": {"enum": [null]}}}],
          "properties": {
            "model": {"type": "string", "minLength": 1},
            "input": {"anyOf": [
              {"type": "string", "minLength": 1},
              {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
              {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}}]},
            "messages": %s,
            "dimensions": {"type": "integer", "minimum": 1},
            "encoding_format": {"enum": ["float"]},
            "input_type": {"enum": ["query", "passage"]},
            "stream": {"enum": [false]},
            "user": {"type": "string"}}}
          """
              .formatted(ChatEndpoint.MESSAGES),
          body -> withModel(body, wordsOfInput(body)),
          DocumentEndpoint::embeddings);

  /** Rankings of NVIDIA NIM. */
  static final MockEndpoint NIM_RANKINGS =
      new DocumentEndpoint(
          "/v1/ranking",
          """
          {"type": "object", "required": ["model", "query", "passages"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "query": {"type": "object", "required": ["text"], "properties": {
              "text": {"type": "string", "minLength": 1}}},
            "passages": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["text"], "properties": {
                "text": {"type": "string", "minLength": 1}}}},
            "truncate": {"enum": ["NONE", "END"]},
            "stream": {"enum": [false]}}}
          """,
          body -> {
            int words = Json.countWords(body.path("query").path("text"));
            for (JsonNode passage : body.path("passages")) {
              words += Json.countWords(passage.path("text"));
            }
            return withModel(body, words);
          },
          (body, id, promptTokens) -> {
            ObjectNode response = Json.object();
            ArrayNode rankings = response.putArray("rankings");
            int passages = body.path("passages").size();
            for (int i = 0; i < passages; i++) {
              rankings.addObject().put("index", passages - 1 - i).put("logit", 4.5 - i);
            }
            return response;
          });

  /** Cohere's rerank, as in vLLM. */
  static final MockEndpoint COHERE_RERANK =
      new DocumentEndpoint(
          "/v2/rerank",
          """
          {"type": "object", "required": ["model", "query", "documents"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "query": {"type": "string", "minLength": 1},
            "documents": {"type": "array", "minItems": 1, "items": {
              "type": "string", "minLength": 1}},
            "top_n": {"type": "integer", "minimum": 1},
            "stream": {"enum": [false]}}}
          """,
          body -> withModel(body, wordsOf(body, "query", "documents")),
          (body, id, promptTokens) -> {
            ObjectNode response = Json.object().put("id", Long.toHexString(id));
            response.set("results", scores(body.path("documents").size(), "relevance_score"));
            response.putObject("meta").putObject("api_version").put("version", "2");
            return response;
          });

  /** Rerank of Hugging Face's Text Embeddings Inference; the response is a plain list. */
  static final MockEndpoint HF_TEI_RERANK =
      new DocumentEndpoint(
          "/rerank",
          """
          {"type": "object", "required": ["query", "texts"], "properties": {
            "query": {"type": "string", "minLength": 1},
            "texts": {"type": "array", "minItems": 1, "items": {
              "type": "string", "minLength": 1}},
            "raw_scores": {"type": "boolean"},
            "return_text": {"type": "boolean"},
            "truncate": {"type": ["boolean", "null"]},
            "stream": {"enum": [false]}}}
          """,
          body -> ParsedRequest.forWholeResponse("", wordsOf(body, "query", "texts")),
          (body, id, promptTokens) -> scores(body.path("texts").size(), "score"));

  /** NVIDIA's image models: one bounding box per image. */
  static final MockEndpoint IMAGE_RETRIEVAL =
      new DocumentEndpoint(
          "/v1/infer",
          """
          {"type": "object", "required": ["input"], "properties": {
            "input": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["type", "url"], "properties": {
                "type": {"enum": ["image_url"]},
                "url": {"type": "string", "minLength": 1}}}},
            "stream": {"enum": [false]}}}
          """,
          body -> ParsedRequest.forWholeResponse("", 0),
          (body, id, promptTokens) -> boundingBoxes(body.path("input").size()));

  private final Function<JsonNode, ParsedRequest> parser;
  private final Document document;

  /** Creates the document of a response. */
  private interface Document {
    JsonNode of(JsonNode body, long id, int promptTokens);
  }

  private DocumentEndpoint(
      String path, String schema, Function<JsonNode, ParsedRequest> parser, Document document) {
    super(schema, path);
    this.parser = parser;
    this.document = document;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return parser.apply(body);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return (out, content) ->
        Json.utf8(out, document.of(body, id, content.promptTokens()).toString());
  }

  private static ParsedRequest withModel(JsonNode body, int words) {
    return ParsedRequest.forWholeResponse(body.path("model").asText(), words);
  }

  private static int wordsOf(JsonNode body, String query, String passages) {
    return Json.countWords(body.path(query)) + Json.countWords(body.path(passages));
  }

  private static int wordsOfInput(JsonNode body) {
    if (body.has("messages")) {
      return Json.countWordsOfMessages(body.get("messages"));
    }
    JsonNode input = body.path("input");
    boolean tokenIds = input.path(0).isIntegralNumber();
    return tokenIds ? input.size() : Json.countWords(input);
  }

  private static JsonNode embeddings(JsonNode body, long id, int promptTokens) {
    JsonNode input = body.path("input");
    int vectors = input.path(0).isTextual() ? input.size() : 1;
    int dimensions = Json.intOr(body.path("dimensions"), DIMENSIONS);
    ObjectNode response = Json.object().put("object", "list");
    ArrayNode data = response.putArray("data");
    for (int index = 0; index < vectors; index++) {
      ObjectNode item = data.addObject().put("object", "embedding").put("index", index);
      ArrayNode vector = item.putArray("embedding");
      for (int i = 0; i < dimensions; i++) {
        vector.add(((id >>> (i & 31)) & 0xff) / 256.0 - 0.5);
      }
    }
    response.put("model", body.path("model").asText());
    response
        .putObject("usage")
        .put("prompt_tokens", promptTokens)
        .put("total_tokens", promptTokens);
    return response;
  }

  /** Returns the scores of passages, the last passage first. */
  private static ArrayNode scores(int passages, String score) {
    ArrayNode scores = Json.array();
    for (int i = 0; i < passages; i++) {
      scores.addObject().put("index", passages - 1 - i).put(score, 1.0 / (i + 1));
    }
    return scores;
  }

  private static JsonNode boundingBoxes(int images) {
    ObjectNode response = Json.object();
    ArrayNode data = response.putArray("data");
    for (int index = 0; index < images; index++) {
      ObjectNode boxes = data.addObject().put("index", index).putObject("bounding_boxes");
      boxes
          .putArray("table")
          .addObject()
          .put("x_min", 0.1)
          .put("y_min", 0.1)
          .put("x_max", 0.9)
          .put("y_max", 0.9)
          .put("confidence", 0.97);
    }
    response.putObject("usage").put("images_size_mb", 0.001);
    return response;
  }
}
