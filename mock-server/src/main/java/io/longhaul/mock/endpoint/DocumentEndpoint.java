package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.util.function.UnaryOperator;

/** An endpoint whose responses are documents without tokens. */
final class DocumentEndpoint extends MockEndpoint {
  private static final int DIMENSIONS = 64;

  /**
   * OpenAI's {@code /v1/embeddings}: one vector per text. A request with chat messages, as in vLLM,
   * has one vector for all messages.
   */
  static final MockEndpoint EMBEDDINGS =
      new DocumentEndpoint(
          "/v1/embeddings",
          Body.JSON,
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
          Body.JSON,
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
          (body, id, created, content) -> {
            ObjectNode response = Json.object();
            ArrayNode rankings = response.putArray("rankings");
            int passages = body.path("passages").size();
            for (int i = 0; i < passages; i++) {
              rankings.addObject().put("index", passages - 1 - i).put("logit", 4.5 - i);
            }
            return response.toString();
          });

  /** Cohere's rerank, as in vLLM. */
  static final MockEndpoint COHERE_RERANK =
      new DocumentEndpoint(
          "/v2/rerank",
          Body.JSON,
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
          (body, id, created, content) -> {
            ObjectNode response = Json.object().put("id", Long.toHexString(id));
            response.set("results", scores(body.path("documents").size(), "relevance_score"));
            response.putObject("meta").putObject("api_version").put("version", "2");
            return response.toString();
          });

  /** Rerank of Hugging Face's Text Embeddings Inference; the response is a plain list. */
  static final MockEndpoint HF_TEI_RERANK =
      new DocumentEndpoint(
          "/rerank",
          Body.JSON,
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
          (body, id, created, content) -> scores(body.path("texts").size(), "score").toString());

  /** NVIDIA's image models: one bounding box per image. */
  static final MockEndpoint IMAGE_RETRIEVAL =
      new DocumentEndpoint(
          "/v1/infer",
          Body.JSON,
          """
          {"type": "object", "required": ["input"], "properties": {
            "input": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["type", "url"], "properties": {
                "type": {"enum": ["image_url"]},
                "url": {"type": "string", "minLength": 1}}}},
            "stream": {"enum": [false]}}}
          """,
          body -> ParsedRequest.forWholeResponse("", 0),
          (body, id, created, content) -> boundingBoxes(body.path("input").size()));

  /**
   * OpenAI's {@code /v1/images/edits}: a form with an image or, as in SGLang, with the URL of an
   * image.
   */
  static final MockEndpoint IMAGE_EDIT =
      new DocumentEndpoint(
          "/v1/images/edits",
          Body.FORM,
          """
          {"type": "object", "required": ["prompt"], "properties": {
            "prompt": {"type": "string", "minLength": 1},
            "model": {"type": "string", "minLength": 1},
            "image": {"type": "object", "properties": {
              "filename": {"enum": ["image.png", "image.jpg", "image.webp"]},
              "content_type": {"enum": ["image/png", "image/jpeg", "image/webp"]},
              "magic": {"enum": ["\\u0089PNG", "\\u00ff\\u00d8\\u00ff\\u00e0",
                "\\u00ff\\u00d8\\u00ff\\u00e1", "RIFF"]},
              "bytes": {"type": "integer", "minimum": 8}}},
            "url": {"type": "string", "minLength": 1},
            "response_format": {"enum": ["b64_json", "url"]},
            "n": {"enum": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]},
            "size": {"type": "string", "minLength": 1},
            "quality": {"type": "string", "minLength": 1},
            "background": {"enum": ["transparent", "opaque", "auto"]},
            "mask": {"type": "object"}}}
          """,
          body -> {
            if (body.has("image") == body.has("url")) {
              throw new BadRequest(
                  "Invalid /image: " + (body.has("url") ? "not allowed with a url" : "missing"));
            }
            return withModel(body, Json.countWords(body.path("prompt")));
          },
          (body, id, created, content) ->
              ImageResponses.response(
                  Integer.parseInt(body.path("n").asText("1")), created, content.promptTokens()));

  /** OpenAI's {@code /v1/audio/transcriptions}: a form with an audio file. */
  static final MockEndpoint AUDIO_TRANSCRIPTION =
      new DocumentEndpoint(
          "/v1/audio/transcriptions",
          Body.FORM,
          """
          {"type": "object", "required": ["file", "model"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "file": {"type": "object", "properties": {
              "filename": {"enum": ["audio.wav", "audio.mp3"]},
              "content_type": {"enum": ["audio/wav", "audio/mpeg"]},
              "magic": {"type": "string", "minLength": 4},
              "bytes": {"type": "integer", "minimum": 44}}},
            "language": {"type": "string", "minLength": 2},
            "prompt": {"type": "string"},
            "response_format": {"enum": ["json", "text", "verbose_json"]},
            "timestamp_granularities[]": {"enum": ["word", "segment"]},
            "temperature": {"type": "string", "minLength": 1}}}
          """,
          body -> withModel(body, 0),
          (body, id, created, content) ->
              body.path("response_format").asText().equals("text")
                  ? content.text()
                  : Json.object().put("text", content.text()).toString());

  private final Body kind;
  private final Parser parser;
  private final Document document;

  /** Format of request bodies. */
  private enum Body {
    JSON,
    FORM
  }

  /** Parses a valid body. */
  private interface Parser {
    ParsedRequest parse(JsonNode body) throws BadRequest;
  }

  /** Creates the body of a response. */
  private interface Document {
    String of(JsonNode body, long id, long createdSeconds, ResponseContent content);
  }

  private DocumentEndpoint(
      String path, Body kind, String schema, Parser parser, Document document) {
    super(schema, path);
    this.kind = kind;
    this.parser = parser;
    this.document = document;
  }

  @Override
  JsonNode read(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    return kind == Body.FORM
        ? MultipartReader.read(body, header.apply("content-type"))
        : super.read(body, header);
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) throws BadRequest {
    return parser.parse(body);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return (out, content) -> Json.utf8(out, document.of(body, id, createdSeconds, content));
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

  private static String embeddings(
      JsonNode body, long id, long createdSeconds, ResponseContent content) {
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
        .put("prompt_tokens", content.promptTokens())
        .put("total_tokens", content.promptTokens());
    return response.toString();
  }

  /** Returns the scores of passages, the last passage first. */
  private static ArrayNode scores(int passages, String score) {
    ArrayNode scores = Json.array();
    for (int i = 0; i < passages; i++) {
      scores.addObject().put("index", passages - 1 - i).put(score, 1.0 / (i + 1));
    }
    return scores;
  }

  private static String boundingBoxes(int images) {
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
    return response.toString();
  }
}
