package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;

/**
 * {@code /rag/api/prompt} of SOLIDO. The header {@code Accept} requests a stream, because the body
 * cannot.
 */
final class SolidoRagEndpoint extends MockEndpoint {
  SolidoRagEndpoint() {
    super(
        """
          {"type": "object", "required": ["query", "filters", "inference_model"], "properties": {
            "query": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
            "filters": {"type": "object", "required": ["family", "tool"], "properties": {
              "family": {"type": "string"}, "tool": {"type": "string"}}},
            "inference_model": {"type": "string", "minLength": 1},
            "stream": {"type": "boolean"}}}
          """,
        "/rag/api/prompt");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forTokens(
        body.path("inference_model").asText(),
        body.path("stream").asBoolean(),
        ParsedRequest.UNLIMITED,
        Json.countWords(body.path("query")));
  }

  @Override
  public boolean streamsByAcceptHeader() {
    return true;
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format();
  }

  private record Format() implements StreamFormat {
    private static final byte[] BEFORE = Json.utf8("data: {\"content\":\"");
    private static final byte[] AFTER = Json.utf8("\"}\n\n");

    @Override
    public void token(ByteBuf out, byte[] word) {
      out.writeBytes(BEFORE).writeBytes(word).writeBytes(AFTER);
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      ObjectNode event = Json.object().put("content", "");
      event.putArray("sources").addObject().put("title", "manual");
      Json.event(out, "", event.toString());
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      ObjectNode response = Json.object().put("content", content.text());
      response.putArray("sources").addObject().put("title", "manual");
      Json.utf8(out, response.toString());
    }
  }
}
