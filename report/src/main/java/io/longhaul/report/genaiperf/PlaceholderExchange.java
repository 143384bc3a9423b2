package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Messages of an endpoint with placeholders for texts, containing only what GenAI-Perf's parser
 * reads.
 *
 * @param streaming whether responses are streamed
 */
record PlaceholderExchange(GenAiPerfEndpoint endpoint, boolean streaming) {
  /** The end of an event of a stream. */
  static final String EVENT_END = "\n\n";

  static final String RESPONSE = "response";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STREAM = "stream";
  private static final String TEXT_INPUT = "text_input";
  private static final String TEXT_OUTPUT = "text_output";
  private static final String CONTENT = "content";

  /**
   * Returns the sent inputs by name: tensors, or one body as text; nothing for generic messages.
   */
  ObjectNode inputs(String model, String prompt) {
    ObjectNode inputs = MAPPER.createObjectNode();
    if (endpoint == GenAiPerfEndpoint.DYNAMIC_GRPC) {
      return inputs;
    }
    if (endpoint != GenAiPerfEndpoint.KSERVE) {
      return inputs.put("payload", body(model, prompt).toString());
    }
    inputs.put(TEXT_INPUT, prompt);
    return streaming ? inputs.put(STREAM, true) : inputs;
  }

  private ObjectNode body(String model, String prompt) {
    ObjectNode body = MAPPER.createObjectNode().put("model", model);
    switch (endpoint) {
      case CHAT -> body.putArray("messages").addObject().put("role", "user").put(CONTENT, prompt);
      case COMPLETIONS -> body.putArray("prompt").add(prompt);
      case KSERVE, GENERATE -> body.putArray(TEXT_INPUT).add(prompt);
      case HUGGINGFACE_GENERATE -> body.put("inputs", prompt);
      case EMBEDDINGS, NVCLIP -> body.putArray("input").add(prompt);
      case RANKINGS -> body.putObject("query").put("text", prompt);
      case TEI_RANKINGS -> body.put("query", prompt);
      case DYNAMIC_GRPC ->
          throw new IllegalStateException("Cannot write a message as JSON: its type is unknown");
    }
    return streaming ? body.put(STREAM, true) : body;
  }

  /** Returns the name of a response. */
  String outputName() {
    return endpoint == GenAiPerfEndpoint.KSERVE ? TEXT_OUTPUT : RESPONSE;
  }

  /**
   * Returns a part of a streamed response, or a whole response.
   *
   * @param text text without characters that JSON escapes; empty if responses have no text
   */
  String output(String text, boolean reasoning) {
    if (endpoint == GenAiPerfEndpoint.KSERVE || !endpoint.hasTokens()) {
      return text;
    }
    String response = response(text, reasoning);
    return streaming && endpoint.isReadInPieces() ? "data: " + response + EVENT_END : response;
  }

  private String response(String text, boolean reasoning) {
    return switch (endpoint) {
      case CHAT -> chatResponse(reasoning ? "reasoning_content" : CONTENT, text);
      case COMPLETIONS ->
          "{\"object\":\"text_completion\",\"choices\":[{\"text\":\"" + text + "\"}]}";
      case GENERATE -> "{\"" + TEXT_OUTPUT + "\":\"" + text + "\"}";
      case HUGGINGFACE_GENERATE -> "[{\"generated_text\":\"" + text + "\"}]";
      default -> throw new IllegalStateException("Cannot write a response of " + endpoint);
    };
  }

  private String chatResponse(String member, String content) {
    String text = "\":{\"" + member + "\":\"" + content + "\"}}]}";
    return streaming
        ? "{\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta" + text
        : "{\"object\":\"chat.completion\",\"choices\":[{\"message" + text;
  }
}
