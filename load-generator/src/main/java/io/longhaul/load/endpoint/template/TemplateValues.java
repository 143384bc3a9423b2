package io.longhaul.load.endpoint.template;

import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values that a template can use: the latest turn of a request, with AIPerf's names. */
final class TemplateValues {
  private final Map<String, Object> values = new HashMap<>();

  private TemplateValues() {}

  static Map<String, Object> of(InferenceRequest request) {
    Message turn = request.messages().get(request.messages().size() - 1);
    Map<String, List<String>> textsByName = byName(turn.parts());
    TemplateValues result = new TemplateValues();
    result.put("text", "texts", turn.texts());
    result.put("query", "queries", textsByName.getOrDefault("query", List.of()));
    result.put(
        "passage",
        "passages",
        textsByName.getOrDefault("passages", textsByName.getOrDefault("passage", List.of())));
    result.put("image", "images", turn.media().images());
    result.put(
        "audio",
        "audios",
        turn.media().audios().stream().map(clip -> clip.format() + "," + clip.base64()).toList());
    result.put("video", "videos", turn.media().videos());
    result.values.put("texts_by_name", textsByName);
    result.values.put("model", request.model());
    result.values.put("max_tokens", request.requestedOutputTokens());
    result.values.put("role", turn.role());
    result.values.put("stream", request.streaming());
    return result.values;
  }

  /** Adds the list and its first element, which is null if the list is empty. */
  private void put(String first, String several, List<String> all) {
    values.put(several, all);
    values.put(first, all.isEmpty() ? null : all.get(0));
  }

  private static Map<String, List<String>> byName(List<MessageText> parts) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    for (MessageText part : parts) {
      if (!part.name().isEmpty()) {
        byName.computeIfAbsent(part.name(), name -> new ArrayList<>()).add(part.content());
      }
    }
    return byName;
  }
}
