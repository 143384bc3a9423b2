package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** OpenAI's {@code /v1/responses}. */
final class ResponsesEndpoint extends MockEndpoint {
  ResponsesEndpoint() {
    super(
        """
          {"type": "object", "required": ["model", "input"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "input": {"anyOf": [
              {"type": "string", "minLength": 1},
              {"type": "array", "minItems": 1, "items": {
                "type": "object", "required": ["type", "role", "content"], "properties": {
                  "type": {"enum": ["message"]},
                  "role": {"enum": ["system", "developer", "user", "assistant"]},
                  "content": {"anyOf": [
                    {"type": "string"},
                    {"type": "array", "minItems": 1, "items": {
                      "type": "object", "required": ["type"], "properties": {
                        "type": {"enum": ["input_text", "input_image", "input_audio", "input_file",
                          "output_text"]},
                        "text": {"type": "string"},
                        "image_url": {"type": "string", "minLength": 1},
                        "input_audio": {"type": "object", "required": ["data", "format"],
                          "properties": {
                            "data": {"type": "string", "minLength": 1},
                            "format": {"enum": ["wav", "mp3"]}}}}}}]}}}}]},
            "stream": {"type": ["boolean", "null"]},
            "instructions": {"type": ["string", "null"]},
            "max_output_tokens": {"type": ["integer", "null"], "minimum": 1},
            "temperature": {"type": ["number", "null"], "minimum": 0},
            "store": {"type": ["boolean", "null"]},
            "previous_response_id": {"type": ["string", "null"]}}}
          """,
        "/v1/responses");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    JsonNode input = body.path("input");
    int words = input.isTextual() ? Json.countWords(input) : Json.countWordsOfMessages(input);
    return ParsedRequest.forTokens(
        body.path("model").asText(),
        body.path("stream").asBoolean(),
        Json.intOr(body.path("max_output_tokens"), ParsedRequest.UNLIMITED),
        words + Json.countWords(body.path("instructions")));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(request.model(), Long.toHexString(id), createdSeconds);
  }

  /** Each event has a name, which its {@code type} repeats. */
  private static final class Format implements StreamFormat {
    private static final String PLACE =
        "\"item_id\":\"msg\",\"output_index\":0,\"content_index\":0,";
    private static final byte[] BEFORE =
        Json.utf8(
            "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\","
                + PLACE
                + "\"delta\":\"");
    private static final byte[] AFTER = Json.utf8("\"}\n\n");

    private final String model;
    private final String id;
    private final long createdSeconds;
    private final List<byte[]> words = new ArrayList<>();

    Format(String model, String id, long createdSeconds) {
      this.model = model;
      this.id = id;
      this.createdSeconds = createdSeconds;
    }

    @Override
    public boolean opening(ByteBuf out) {
      ObjectNode created = Json.object().put("type", "response.created");
      created.set("response", response("in_progress"));
      Json.event(out, "response.created", created.toString());
      Json.event(
          out,
          "response.content_part.added",
          "{\"type\":\"response.content_part.added\","
              + PLACE
              + "\"part\":{\"type\":\"output_text\",\"text\":\"\"}}");
      return true;
    }

    @Override
    public void token(ByteBuf out, byte[] word) {
      words.add(word);
      out.writeBytes(BEFORE).writeBytes(word).writeBytes(AFTER);
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      ResponseContent content = new ResponseContent(words, reason, promptTokens, outputTokens);
      Json.event(
          out,
          "response.output_text.done",
          "{\"type\":\"response.output_text.done\","
              + PLACE
              + "\"text\":\""
              + Json.quoted(content.text())
              + "\"}");
      String type = reason == FinishReason.LENGTH ? "response.incomplete" : "response.completed";
      ObjectNode event = Json.object().put("type", type);
      event.set("response", ended(content));
      Json.event(out, type, event.toString());
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      Json.utf8(out, ended(content).toString());
    }

    private ObjectNode response(String status) {
      return Json.object()
          .put("id", "resp_" + id)
          .put("object", "response")
          .put("created_at", createdSeconds)
          .put("status", status)
          .put("model", model);
    }

    private ObjectNode ended(ResponseContent content) {
      boolean cut = content.finishReason() == FinishReason.LENGTH;
      ObjectNode response = response(cut ? "incomplete" : "completed");
      if (cut) {
        response.putObject("incomplete_details").put("reason", "max_output_tokens");
      }
      response
          .putArray("output")
          .addObject()
          .put("type", "message")
          .put("role", "assistant")
          .putArray("content")
          .addObject()
          .put("type", "output_text")
          .put("text", content.text());
      response
          .putObject("usage")
          .put("input_tokens", content.promptTokens())
          .put("output_tokens", content.outputTokens())
          .put("total_tokens", content.promptTokens() + content.outputTokens());
      return response;
    }
  }
}
