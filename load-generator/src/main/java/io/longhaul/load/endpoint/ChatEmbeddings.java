package io.longhaul.load.endpoint;

import java.util.List;

/** Embeddings requested in the chat format, the only way to get embeddings of images from vLLM. */
record ChatEmbeddings(DialectOptions options) implements EndpointDialect {

  @Override
  public byte[] requestBody(InferenceRequest request) {
    return new OpenAiChat(options).requestBody(request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new EmbeddingsPayload());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return List.of(EmbeddingsPayload.sample(words.size()));
  }
}
