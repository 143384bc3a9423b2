package io.longhaul.load.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** NVIDIA's CLIP models in GenAI-Perf's format: texts, then images, as separate inputs. */
final class NvClip extends Embeddings {

  @Override
  public String typedName() {
    return "nvclip";
  }

  @Override
  public Set<MediaKind> media() {
    return Set.of(MediaKind.IMAGE);
  }

  @Override
  byte[] body(InferenceRequest request, DialectOptions options) {
    return bodyOf(inputs(request.singleMessage(typedName())), request, options);
  }

  private static List<String> inputs(Message turn) {
    List<String> inputs = new ArrayList<>(turn.texts());
    inputs.addAll(turn.media().images());
    return inputs;
  }
}
