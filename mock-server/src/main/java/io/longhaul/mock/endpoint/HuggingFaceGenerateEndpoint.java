package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;

/** {@code /generate} and {@code /generate_stream} of Hugging Face's Text Generation Inference. */
final class HuggingFaceGenerateEndpoint extends MockEndpoint {
  private static final String STREAM = "/generate_stream";

  HuggingFaceGenerateEndpoint() {
    super(
        """
          {"type": "object", "required": ["inputs"], "additionalProperties": false, "properties": {
            "inputs": {"type": "string", "minLength": 1},
            "stream": {"type": "boolean"},
            "parameters": {"type": "object", "properties": {
              "max_new_tokens": {"type": ["integer", "null"], "minimum": 1},
              "temperature": {"type": ["number", "null"], "minimum": 0},
              "do_sample": {"type": "boolean"},
              "top_k": {"type": ["integer", "null"], "minimum": 1},
              "top_p": {"type": ["number", "null"], "minimum": 0},
              "stop": {"type": "array", "items": {"type": "string"}},
              "details": {"type": "boolean"},
              "seed": {"type": ["integer", "null"], "minimum": 0}}}}}
          """,
        "/generate",
        STREAM);
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    int limit = Json.intOr(body.path("parameters").path("max_new_tokens"), ParsedRequest.UNLIMITED);
    return ParsedRequest.forTokens(
        "", path.equals(STREAM), limit, Json.countWords(body.path("inputs")));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format();
  }

  /** The last event contains the complete text and the finish reason. */
  private static final class Format implements StreamFormat {
    private static final byte[] BEFORE = Json.utf8("data:{\"token\":{\"id\":262,\"text\":\"");
    private static final byte[] AFTER =
        Json.utf8(
            "\",\"logprob\":-0.5,\"special\":false},\"generated_text\":null,\"details\":null}\n\n");

    private final StringBuilder text = new StringBuilder();

    @Override
    public void token(ByteBuf out, byte[] word) {
      text.append(Json.text(word));
      out.writeBytes(BEFORE).writeBytes(word).writeBytes(AFTER);
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      ObjectNode event = Json.object();
      event.putObject("token").put("id", 2).put("text", "").put("special", true);
      event.put("generated_text", text.toString());
      event
          .putObject("details")
          .put("finish_reason", reason == FinishReason.STOP ? "eos_token" : reason.toString())
          .put("generated_tokens", outputTokens);
      Json.utf8(out, "data:" + event + "\n\n");
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      Json.utf8(out, Json.object().put("generated_text", content.text()).toString());
    }
  }
}
