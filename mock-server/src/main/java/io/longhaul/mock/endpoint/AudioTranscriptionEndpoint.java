package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.util.function.UnaryOperator;

/** OpenAI's {@code /v1/audio/transcriptions}: a form with an audio file. */
final class AudioTranscriptionEndpoint extends MockEndpoint {
  AudioTranscriptionEndpoint() {
    super(
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
        "/v1/audio/transcriptions");
  }

  @Override
  JsonNode read(ByteBuf body, UnaryOperator<String> header) throws BadRequest {
    return MultipartReader.read(body, header.apply("content-type"));
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forWholeResponse(body.path("model").asText(), 0);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    boolean plain = body.path("response_format").asText().equals("text");
    return (out, content) -> {
      String text = content.text();
      Json.utf8(out, plain ? text : Json.object().put("text", text).toString());
    };
  }
}
