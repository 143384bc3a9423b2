package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.genaiperf.GenAiPerfEndpoint;

/**
 * What was asked and answered, in the shape of an endpoint's messages as far as GenAI-Perf's parser
 * looks at them, with stand-ins for the texts.
 *
 * @param streaming whether answers come in pieces
 */
record PlaceholderExchange(GenAiPerfEndpoint endpoint, boolean streaming) {
  /** What ends an event of a stream. */
  static final String EVENT_END = "\n\n";

  static final String RESPONSE = "response";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STREAM = "stream";
  private static final String TEXT_INPUT = "text_input";
  private static final String TEXT_OUTPUT = "text_output";
  private static final String CONTENT = "content";

  /** What was sent, by name: tensors, or one body as text; nothing of messages of any type. */
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

  /** What an answer is called. */
  String outputName() {
    return endpoint == GenAiPerfEndpoint.KSERVE ? TEXT_OUTPUT : RESPONSE;
  }

  /**
   * A piece of an answer, or a whole one that came as one.
   *
   * @param words without anything that JSON would escape; empty where answers have no text
   */
  String output(String words, boolean reasoning) {
    if (endpoint == GenAiPerfEndpoint.KSERVE || !endpoint.hasTokens()) {
      return words;
    }
    String answer = answer(words, reasoning);
    return streaming && endpoint.isReadInPieces() ? "data: " + answer + EVENT_END : answer;
  }

  private String answer(String words, boolean reasoning) {
    return switch (endpoint) {
      case CHAT -> chatAnswer(reasoning ? "reasoning_content" : CONTENT, words);
      case COMPLETIONS ->
          "{\"object\":\"text_completion\",\"choices\":[{\"text\":\"" + words + "\"}]}";
      case GENERATE -> "{\"" + TEXT_OUTPUT + "\":\"" + words + "\"}";
      case HUGGINGFACE_GENERATE -> "[{\"generated_text\":\"" + words + "\"}]";
      default -> throw new IllegalStateException("Cannot write an answer of " + endpoint);
    };
  }

  private String chatAnswer(String member, String words) {
    String text = "\":{\"" + member + "\":\"" + words + "\"}}]}";
    return streaming
        ? "{\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta" + text
        : "{\"object\":\"chat.completion\",\"choices\":[{\"message" + text;
  }
}
