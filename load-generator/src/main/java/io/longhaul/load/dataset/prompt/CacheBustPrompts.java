package io.longhaul.load.dataset.prompt;

import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/** Adds a unique marker to the first prompt of each session. */
public final class CacheBustPrompts extends ForwardingPromptSource {
  /** Text farther away from the marker than this is tokenized independently of it. */
  private static final int NEAR_CHARS = 64;

  private final CacheBust placement;
  private final CacheBustMarkers markers;
  private final Tokenizer tokenizer;

  public CacheBustPrompts(PromptSource source, RunPlan plan, Tokenizer tokenizer) {
    super(source);
    this.placement = plan.dataset().cacheBust();
    this.markers = new CacheBustMarkers(plan);
    this.tokenizer = tokenizer;
  }

  @Override
  public boolean variesBySession() {
    return true;
  }

  @Override
  public Conversation conversationFor(long session) {
    Conversation conversation = conversation(entryFor(session));
    String marker = markers.of(session);
    return marker.isEmpty()
        ? conversation
        : conversation.mapFirstPrompts(prompt -> withMarker(prompt, marker));
  }

  private Prompt withMarker(Prompt first, String marker) {
    List<Message> before = new ArrayList<>(first.before());
    List<MessageText> parts = new ArrayList<>(first.parts());
    boolean hasSystem = !before.isEmpty() && before.get(0).role().equals("system");
    if (placement.isInSystem() && hasSystem) {
      String text = String.join("\n\n", before.get(0).texts());
      before.set(0, new Message("system", List.of(withMarker(text, marker))));
      return first.withTexts(before, parts, addedTokens(text, marker), 0);
    }
    if (parts.isEmpty()) {
      parts.add(MessageText.of(marker));
      return first.withTexts(before, parts, tokenizer.count(marker), 0);
    }
    MessageText text = parts.get(0);
    parts.set(0, new MessageText(text.name(), withMarker(text.content(), marker)));
    return first.withTexts(before, parts, addedTokens(text.content(), marker), 0);
  }

  private String withMarker(String text, String marker) {
    return placement.isSuffix() ? text + marker : marker + text;
  }

  /**
   * Counts only the text near the marker. Encoding all of a long text again would take as long as
   * generating it.
   */
  private int addedTokens(String text, String marker) {
    String near = text;
    if (text.length() > NEAR_CHARS) {
      near =
          placement.isSuffix()
              ? text.substring(text.offsetByCodePoints(text.length(), -NEAR_CHARS / 2))
              : text.substring(0, text.offsetByCodePoints(0, NEAR_CHARS / 2));
    }
    return tokenizer.count(withMarker(near, marker)) - tokenizer.count(near);
  }
}
