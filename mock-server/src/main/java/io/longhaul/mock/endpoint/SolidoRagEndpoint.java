package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * {@code /rag/api/prompt} of SOLIDO. A request cannot ask for a stream in its body: it does so by
 * what it accepts.
 */
final class SolidoRagEndpoint implements MockEndpoint {
  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["query", "filters", "inference_model"], "properties": {
            "query": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
            "filters": {"type": "object", "required": ["family", "tool"], "properties": {
              "family": {"type": "string"}, "tool": {"type": "string"}}},
            "inference_model": {"type": "string", "minLength": 1},
            "stream": {"type": "boolean"}}}
          """);

  @Override
  public List<String> paths() {
    return List.of("/rag/api/prompt");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest read(JsonNode body, String path) {
    return ParsedRequest.words(
        body.path("inference_model").asText(),
        body.path("stream").asBoolean(),
        ParsedRequest.UNLIMITED,
        Json.words(body.path("query")));
  }

  @Override
  public boolean streamsToWhomAcceptsEvents() {
    return true;
  }

  @Override
  public ResponseFormat form(JsonNode body, ParsedRequest asked, long id, long createdSeconds) {
    return new Form();
  }

  private record Form() implements StreamFormat {
    private static final byte[] BEFORE = Json.utf8("data: {\"content\":\"");
    private static final byte[] BEHIND = Json.utf8("\"}\n\n");

    @Override
    public boolean opening(ByteBuf out) {
      return false;
    }

    @Override
    public void token(ByteBuf out, byte[] word) {
      out.writeBytes(BEFORE).writeBytes(word).writeBytes(BEHIND);
    }

    @Override
    public void finish(ByteBuf out, String reason, int promptTokens, int outputTokens) {
      ObjectNode event = Json.object().put("content", "");
      event.putArray("sources").addObject().put("title", "manual");
      Json.event(out, "", event.toString());
    }

    @Override
    public void whole(
        ByteBuf out, List<byte[]> words, String finishReason, int promptTokens, int outputTokens) {
      ObjectNode answer = Json.object().put("content", Json.text(words));
      answer.putArray("sources").addObject().put("title", "manual");
      Json.utf8(out, answer.toString());
    }
  }
}
