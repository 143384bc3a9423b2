package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.util.function.UnaryOperator;

/**
 * OpenAI's {@code /v1/images/edits}: a form with an image or, as in SGLang, with the URL of an
 * image.
 */
final class ImageEditEndpoint extends MockEndpoint {
  ImageEditEndpoint() {
    super(
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
        "/v1/images/edits");
  }

  @Override
  JsonNode read(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    return MultipartReader.read(body, header.apply("content-type"));
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) throws BadRequest {
    if (body.has("image") == body.has("url")) {
      throw new BadRequest(
          "Invalid /image: " + (body.has("url") ? "not allowed with a url" : "missing"));
    }
    return ParsedRequest.forWholeResponse(
        body.path("model").asText(), Json.countWords(body.path("prompt")));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    int images = Integer.parseInt(body.path("n").asText("1"));
    return (out, content) ->
        Json.utf8(out, ImageResponses.response(images, createdSeconds, content.promptTokens()));
  }
}
