package io.longhaul.load.endpoint;

/** OpenAI's embeddings: all texts of a turn in one list. */
final class OpenAiEmbeddings extends Embeddings {

  @Override
  public String typedName() {
    return "embeddings";
  }

  @Override
  byte[] body(InferenceRequest request, DialectOptions options) {
    return bodyOf(request.singleMessage(typedName()).texts(), request, options);
  }
}
