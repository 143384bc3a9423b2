package io.longhaul.load.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The embeddings of NVIDIA NIM: texts, images, or pairs of both, of which each is one text with the
 * image's URL behind it.
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
