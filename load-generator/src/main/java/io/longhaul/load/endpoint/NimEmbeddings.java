package io.longhaul.load.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * NVIDIA NIM embeddings: of texts, images, or pairs of both. A pair is sent as one text followed by
 * the image's URL.
 */
final class NimEmbeddings extends Embeddings {

  @Override
  public String typedName() {
    return "nim_embeddings";
  }

  @Override
  public Set<MediaKind> media() {
    return Set.of(MediaKind.IMAGE);
  }

  @Override
  public boolean pairsTextsWithImages() {
    return true;
  }

  @Override
  public String title() {
    return "NIM Embeddings Metrics";
  }

  @Override
  byte[] body(InferenceRequest request, DialectOptions options) {
    return bodyOf(inputs(request.singleMessage(typedName())), request, options);
  }

  private static List<String> inputs(Message turn) {
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
}
