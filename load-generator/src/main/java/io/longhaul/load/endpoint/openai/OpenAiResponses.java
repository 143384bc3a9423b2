package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * OpenAI's {@code /v1/responses}. System messages are sent as {@code instructions}. In a stream,
 * the {@code type} of each event determines its meaning, and there is no {@code [DONE]}.
 */
public record OpenAiResponses(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    ArrayNode input = body.putArray("input");
    List<String> instructions =
        RequestBody.addMessages(input, request, OpenAiResponses::writeMessage);
    body.put("model", request.model());
    body.put("stream", request.streaming());
    if (!instructions.isEmpty()) {
      body.put("instructions", String.join("\n\n", instructions));
    }
    RequestBody.putLimit(body, "max_output_tokens", request);
    return RequestBody.finish(body, options, request);
  }

  private static void writeMessage(Message message, ObjectNode out) {
    out.put("type", "message").put("role", message.role());
    String type = message.role().equals("assistant") ? "output_text" : "input_text";
    ArrayNode parts = RequestBody.putTextContent(out, message, type);
    for (String image : message.media().images()) {
      parts.addObject().put("type", "input_image").put("image_url", image);
    }
    RequestBody.addAudios(parts, message.media().audios());
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    TreePayload.Extractor extractor =
        streaming ? new EventExtractor() : OpenAiResponses::extractWhole;
    return new JsonResponseReader(streaming, new TreePayload("output", extractor));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    ObjectNode response = RequestBody.empty().put("object", "response");
    response.put("status", "completed");
    ObjectNode message = response.putArray("output").addObject().put("type", "message");
    RequestBody.addText(message.putArray("content"), "output_text", String.join("", words));
    response.putObject("usage").put("input_tokens", 8).put("output_tokens", words.size());
    if (!streaming) {
      return List.of(response.toString());
    }
    List<String> events = new ArrayList<>();
    for (String word : words) {
      ObjectNode event = RequestBody.empty().put("type", "response.output_text.delta");
      event.put("output_index", 0).put("content_index", 0).put("delta", word);
      events.add(event.toString());
    }
    ObjectNode last = RequestBody.empty().put("type", "response.completed");
    last.set("response", response);
    events.add(last.toString());
    return events;
  }

  /** One event of a stream. */
  private static final class EventExtractor implements TreePayload.Extractor {
    private static final int MAX_PARTS = 1_000;

    /** Parts whose text was streamed, so that their final event contains nothing new. */
    private final Set<String> streamedParts = new HashSet<>();

    @Override
    public void extract(JsonNode root, TreePayload payload) {
      String delta = root.path("delta").asText("");
      String type = root.path("type").asText("");
      switch (type) {
        case "response.output_text.delta", "response.refusal.delta" -> {
          if (streamedParts.size() < MAX_PARTS) {
            streamedParts.add(partOf(root));
          }
          payload.foundContent(delta);
        }
        case "response.output_text.done" -> {
          if (streamedParts.size() < MAX_PARTS && !streamedParts.contains(partOf(root))) {
            payload.foundContent(root.path("text").asText(""));
          }
        }
        case "response.function_call_arguments.delta" -> payload.foundContent(delta);
        case "response.reasoning_text.delta", "response.reasoning_summary_text.delta" ->
            payload.foundReasoning(delta);
        case "response.completed", "response.incomplete" -> {
          JsonNode response = root.path("response");
          payload.foundFinish(finishOf(response, type.substring("response.".length())));
          payload.foundUsage(response.path("usage"));
        }
        case "response.failed" -> {
          JsonNode error = root.path("response").path("error");
          payload.foundError(ErrorMessages.isTruthy(error) ? error : root.path("response"));
        }
        case "error" -> payload.foundError(root.has("error") ? root.get("error") : root);
        default -> {
          // Other events, such as created or in-progress ones, contain nothing to count.
        }
      }
    }

    private static String partOf(JsonNode event) {
      return event.path("output_index").asInt() + "." + event.path("content_index").asInt();
    }
  }

  /** A complete response. */
  private static void extractWhole(JsonNode root, TreePayload payload) {
    JsonNode output = root.path("output");
    if (output.isArray()) {
      payload.foundResponse();
      output.forEach(item -> extractItem(item, payload));
    } else if (root.path("output_text").isTextual()) {
      payload.foundContent(root.path("output_text").textValue());
    }
    String status = root.path("status").asText("");
    if (status.equals("failed")) {
      payload.foundError(ErrorMessages.isTruthy(root.path("error")) ? root.get("error") : root);
    } else if (!status.isEmpty()) {
      payload.foundFinish(finishOf(root, status));
    }
  }

  private static void extractItem(JsonNode item, TreePayload payload) {
    switch (item.path("type").asText("")) {
      case "message" ->
          item.path("content")
              .forEach(
                  part ->
                      payload.foundContent(
                          part.path("text").asText(part.path("refusal").asText(""))));
      case "reasoning" -> {
        item.path("summary").forEach(part -> payload.foundReasoning(part.path("text").asText("")));
        item.path("content").forEach(part -> payload.foundReasoning(part.path("text").asText("")));
      }
      case "function_call" ->
          payload.foundContent(item.path("name").asText("") + item.path("arguments").asText(""));
      default -> {
        // Items of other tools contain no text of the model.
      }
    }
  }

  /** An incomplete response contains a reason; otherwise the status is the reason. */
  private static String finishOf(JsonNode response, String status) {
    return response.path("incomplete_details").path("reason").asText(status);
  }
}
