package io.longhaul.load.endpoint;

import java.util.Set;

/**
 * Embeddings that are asked for in the language of chat: the only way to have vLLM make vectors of
 * images.
 */
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
