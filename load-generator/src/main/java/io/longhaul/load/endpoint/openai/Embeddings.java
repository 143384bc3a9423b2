package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.dialect.JsonDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.RequestBody;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** An API that returns vectors. Output limits do not apply and are not sent. */
public final class Embeddings {

  private Embeddings() {}

  /**
   * Embeddings in OpenAI's format: a list of inputs.
   *
   * @param endpoint name of the endpoint
   * @param inputs converts a turn to its inputs
   */
  public static EndpointDialect ofInputs(
      DialectOptions options, String endpoint, Function<Message, List<String>> inputs) {
    return dialect(
        request -> {
          ObjectNode body = RequestBody.empty().put("model", request.model());
          RequestBody.putTexts(body, "input", inputs.apply(request.singleMessage(endpoint)));
          return RequestBody.finish(body, options, request);
        });
  }

  /** Embeddings requested in the chat format, the only way to get those of images from vLLM. */
  public static EndpointDialect ofChat(DialectOptions options) {
    return dialect(new OpenAiChat(options)::requestBody);
  }

  private static EndpointDialect dialect(Function<InferenceRequest, byte[]> body) {
    return new JsonDialect(
        body,
        EmbeddingsPayload::new,
        (streaming, words) -> List.of(EmbeddingsPayload.sample(words.size())));
  }

  /**
   * Inputs of NVIDIA NIM: texts, images, or pairs of both. A pair is sent as one text followed by
   * the image's URL.
   */
  public static List<String> pairs(Message turn) {
    List<String> texts = turn.texts();
    List<String> images = turn.media().images();
    if (texts.isEmpty() || images.isEmpty()) {
      return images.isEmpty() ? texts : images;
    }
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      pairs.add(texts.get(i) + " " + images.get(i));
    }
    return pairs;
  }

  /** Inputs of NVIDIA's CLIP models in GenAI-Perf's format: texts, then images. */
  public static List<String> textsThenImages(Message turn) {
    List<String> inputs = new ArrayList<>(turn.texts());
    inputs.addAll(turn.media().images());
    return inputs;
  }
}
