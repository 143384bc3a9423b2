package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import java.util.List;

/** {@code /v1/chat/completions}, in the format of AIPerf 0.13. */
public record OpenAiChat(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    ArrayNode messages = body.putArray("messages");
    for (Message message : request.messages()) {
      writeMessage(message, messages.addObject());
    }
    body.put("model", request.model());
    body.put("stream", request.streaming());
    RequestBody.putLimit(
        body, options.legacyMaxTokens() ? "max_tokens" : "max_completion_tokens", request);
    return RequestBody.withUsage(body, options, request);
  }

  private static void writeMessage(Message message, ObjectNode out) {
    out.put("role", message.role());
    ArrayNode parts = RequestBody.putTextContent(out, message, "text");
    for (String image : message.media().images()) {
      parts.addObject().put("type", "image_url").putObject("image_url").put("url", image);
    }
    RequestBody.addAudios(parts, message.media().audios());
    for (String video : message.media().videos()) {
      parts.addObject().put("type", "video_url").putObject("video_url").put("url", video);
    }
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new OpenAiPayload());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return OpenAiPayload.sample("message", "content", streaming, words);
  }
}
