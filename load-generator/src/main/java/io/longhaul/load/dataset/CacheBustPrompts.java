package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.Message;
import io.longhaul.load.endpoint.MessageText;
import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/** Conversations of which each session has its own, by a mark in what it says first. */
final class CacheBustPrompts extends ForwardingPromptSource {
  /** Farther away than this, a mark does not change what the tokens of a text are. */
  private static final int NEAR_CHARS = 64;

  private final CacheBust place;
  private final CacheBustMarkers marks;
  private final Tokenizer tokenizer;

  CacheBustPrompts(PromptSource source, RunPlan plan, Tokenizer tokenizer) {
    super(source);
    this.place = plan.dataset().cacheBust();
    this.marks = new CacheBustMarkers(plan);
    this.tokenizer = tokenizer;
  }

  @Override
  public boolean differBySession() {
    return true;
  }

  @Override
  public Conversation conversationFor(long session) {
    Conversation conversation = conversation(entryFor(session));
    String mark = marks.of(session);
    return mark.isEmpty() ? conversation : conversation.begun(prompt -> marked(prompt, mark));
  }

  private Prompt marked(Prompt first, String mark) {
    List<Message> before = new ArrayList<>(first.before());
    List<MessageText> parts = new ArrayList<>(first.parts());
    boolean hasSystem = !before.isEmpty() && before.get(0).role().equals("system");
    if (place.isInSystem() && hasSystem) {
      String text = String.join("\n\n", before.get(0).texts());
      before.set(0, new Message("system", List.of(marked(text, mark))));
      return first.saying(before, parts, tokensMore(text, mark), 0);
    }
    if (parts.isEmpty()) {
      parts.add(MessageText.of(mark));
      return first.saying(before, parts, tokenizer.count(mark), 0);
    }
    MessageText text = parts.get(0);
    parts.set(0, new MessageText(text.name(), marked(text.content(), mark)));
    return first.saying(before, parts, tokensMore(text.content(), mark), 0);
  }

  private String marked(String text, String mark) {
    return place.isSuffix() ? text + mark : mark + text;
  }

  /** A long text would take as long to encode again as it took to make. */
  private int tokensMore(String text, String mark) {
    String near = text;
    if (text.length() > NEAR_CHARS) {
      near =
          place.isSuffix()
              ? text.substring(text.offsetByCodePoints(text.length(), -NEAR_CHARS / 2))
              : text.substring(0, text.offsetByCodePoints(0, NEAR_CHARS / 2));
    }
    return tokenizer.count(marked(near, mark)) - tokenizer.count(near);
  }
}
