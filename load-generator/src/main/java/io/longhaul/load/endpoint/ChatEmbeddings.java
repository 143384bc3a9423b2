package io.longhaul.load.endpoint;

import java.util.Set;

/** Embeddings requested in the chat format, the only way to get embeddings of images from vLLM. */
final class ChatEmbeddings extends Embeddings {

  @Override
  public String typedName() {
    return "chat_embeddings";
  }

  @Override
  public Set<MediaKind> media() {
    return Set.of(MediaKind.IMAGE);
  }

  @Override
  byte[] body(InferenceRequest request, DialectOptions options) {
    return Endpoints.CHAT.dialect(options).requestBody(request);
  }
}
