package io.longhaul.load.endpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a template can speak of: the newest turn of a request, by AIPerf's names. */
final class TemplateValues {
  private final Map<String, Object> values = new HashMap<>();

  private TemplateValues() {}

  static Map<String, Object> of(InferenceRequest request) {
    Message turn = request.messages().get(request.messages().size() - 1);
    Map<String, List<String>> textsByName = byName(turn.parts());
    TemplateValues made = new TemplateValues();
    made.put("text", "texts", turn.texts());
    made.put("query", "queries", textsByName.getOrDefault("query", List.of()));
    made.put(
        "passage",
        "passages",
        textsByName.getOrDefault("passages", textsByName.getOrDefault("passage", List.of())));
    made.put("image", "images", turn.media().images());
    made.put(
        "audio",
        "audios",
        turn.media().audios().stream().map(clip -> clip.format() + "," + clip.base64()).toList());
    made.put("video", "videos", turn.media().videos());
    made.values.put("texts_by_name", textsByName);
    made.values.put("model", request.model());
    made.values.put("max_tokens", request.requestedOutputTokens());
    made.values.put("role", turn.role());
    made.values.put("stream", request.streaming());
    return made.values;
  }

  /** All, and the first of them; null when there is none. */
  private void put(String one, String several, List<String> all) {
    values.put(several, all);
    values.put(one, all.isEmpty() ? null : all.get(0));
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
