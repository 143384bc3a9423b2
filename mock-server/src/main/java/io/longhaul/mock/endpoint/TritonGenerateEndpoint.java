package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;

/**
 * Triton's generate extension, for a model of the TensorRT-LLM or vLLM backend. The path contains
 * the name of the model and determines whether the response is a stream.
 */
final class TritonGenerateEndpoint extends MockEndpoint {
  private static final String MODEL = "/v2/models/" + MockEndpoints.ANY_MODEL;
  private static final String STREAM = "/generate_stream";

  TritonGenerateEndpoint() {
    super(
        """
          {"type": "object", "required": ["text_input"], "properties": {
            "text_input": {"anyOf": [
              {"type": "string", "minLength": 1},
              {"type": "array", "minItems": 1, "maxItems": 1,
               "items": {"type": "string", "minLength": 1}}]},
            "stream": {"type": "boolean"},
            "max_tokens": {"type": "integer", "minimum": 1},
            "min_length": {"type": "integer", "minimum": 0},
            "exclude_input_in_output": {"type": "boolean"},
            "bad_words": {"type": "string"},
            "stop_words": {"type": "string"},
            "temperature": {"type": "number", "minimum": 0},
            "parameters": {"type": "object"}}}
          """,
        MODEL + "/generate",
        MODEL + STREAM);
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forTokens(
        path.split("/", -1)[3],
        path.endsWith(STREAM),
        Json.intOr(body.path("max_tokens"), ParsedRequest.UNLIMITED),
        Json.countWords(body.path("text_input")));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(request.model());
  }

  /** Only the end of the body marks the end of a stream. */
  private static final class Format implements StreamFormat {
    private static final byte[] AFTER = Json.utf8("\"}\n\n");

    private final byte[] before;
    private final String model;

    Format(String model) {
      this.model = model;
      this.before =
          Json.utf8(
              "data: {\"model_name\":\""
                  + Json.quoted(model)
                  + "\",\"model_version\":\"1\",\"text_output\":\"");
    }

    @Override
    public void token(ByteBuf out, byte[] word) {
      out.writeBytes(before).writeBytes(word).writeBytes(AFTER);
    }

    /** Writes the empty final response of a decoupled model. */
    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      out.writeBytes(before).writeBytes(AFTER);
    }

    @Override
    public void error(ByteBuf out, boolean named) {
      Json.event(out, named ? "error" : "", "{\"error\":\"Scripted failure\"}");
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      ObjectNode response = Json.object().put("model_name", model).put("model_version", "1");
      Json.utf8(out, response.put("text_output", content.text()).toString());
    }
  }
}
