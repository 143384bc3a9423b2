package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.json.UnexpectedJsonException;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code /generate} and {@code /generate_stream} of Hugging Face's Text Generation Inference.
 * Requests do not contain a model; the output limit and all extra inputs are members of {@code
 * parameters}.
 */
public record HuggingFaceGenerate(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    List<String> texts = request.singleMessage("huggingface_generate").texts();
    ObjectNode body = RequestBody.empty();
    body.put("inputs", String.join(" ", texts));
    ObjectNode parameters = body.putObject("parameters");
    RequestBody.putLimit(parameters, "max_new_tokens", request);
    RequestBody.merge(parameters, options, request);
    return RequestBody.write(body);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(
        streaming, new TreePayload("generated_text", HuggingFaceGenerate::extract));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    String whole = String.join("", words);
    if (!streaming) {
      return List.of(RequestBody.empty().put("generated_text", whole).toString());
    }
    List<String> events = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      ObjectNode event = RequestBody.empty();
      event.putObject("token").put("id", i).put("text", words.get(i)).put("special", false);
      event.put("generated_text", i == words.size() - 1 ? whole : null);
      events.add(event.toString());
    }
    return events;
  }

  /**
   * A stream contains each token, and with the last one the whole text again. A response that is
   * not a stream is an object with the text, or a list with one such object.
   */
  private static void extract(JsonNode root, TreePayload payload) throws IOException {
    JsonNode response = root.isArray() ? root.path(0) : root;
    JsonNode generated = response.path("generated_text");
    JsonNode token = response.path("token");
    JsonNode reason = response.path("details").path("finish_reason");
    if (token.isObject()) {
      payload.foundContent(token.path("text").asText(""));
      if (generated.isTextual()) {
        payload.foundFinish(reason.asText("stop"));
      }
    } else if (generated.isTextual()) {
      payload.foundContent(generated.textValue());
      payload.foundFinish(reason.asText(""));
    } else if (!generated.isMissingNode() && !generated.isNull()) {
      throw new UnexpectedJsonException("generated_text", generated.toString(), "a string");
    }
  }
}
