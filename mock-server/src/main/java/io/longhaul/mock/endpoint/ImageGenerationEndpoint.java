package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;

/** OpenAI's {@code /v1/images/generations}; each token of the script is a partial image. */
final class ImageGenerationEndpoint extends MockEndpoint {
  ImageGenerationEndpoint() {
    super(
        """
          {"type": "object", "required": ["prompt"], "properties": {
            "prompt": {"type": "string", "minLength": 1},
            "model": {"type": "string", "minLength": 1},
            "response_format": {"enum": ["b64_json", "url"]},
            "n": {"type": "integer", "minimum": 1},
            "size": {"type": "string"},
            "quality": {"type": "string"},
            "partial_images": {"type": "integer", "minimum": 0},
            "stream": {"type": ["boolean", "null"]}}}
          """,
        "/v1/images/generations");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return new ParsedRequest(
        body.path("model").asText(),
        body.path("stream").asBoolean(),
        false,
        Json.intOr(body.path("partial_images"), 2),
        0,
        false,
        Json.countWords(body.path("prompt")),
        false);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(Json.intOr(body.path("n"), 1), createdSeconds);
  }

  private record Format(int images, long createdSeconds) implements StreamFormat {

    @Override
    public void token(ByteBuf out, byte[] word) {
      Json.event(
          out,
          "image_generation.partial_image",
          Json.object()
              .put("type", "image_generation.partial_image")
              .put("partial_image_index", 0)
              .put("b64_json", ImageResponses.PIXEL)
              .toString());
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      ObjectNode event = Json.object().put("type", "image_generation.completed");
      event.put("b64_json", ImageResponses.PIXEL);
      ImageResponses.putUsage(event, promptTokens);
      Json.event(out, "image_generation.completed", event.toString());
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      Json.utf8(out, ImageResponses.response(images, createdSeconds, content.promptTokens()));
    }
  }
}
