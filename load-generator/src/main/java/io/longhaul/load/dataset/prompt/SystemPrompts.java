package io.longhaul.load.dataset.prompt;

import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the same system message to the start of each conversation. If a conversation has its own
 * system message, both are joined into one, as in AIPerf, because many servers do not support
 * several.
 */
public final class SystemPrompts extends ForwardingPromptSource {
  private static final String SYSTEM = "system";
  private static final String SEPARATOR = "\n\n";

  private final Message message;
  private final int tokens;
  private final Tokenizer tokenizer;

  public SystemPrompts(PromptSource source, String text, Tokenizer tokenizer) {
    super(source);
    this.message = new Message(SYSTEM, List.of(text));
    this.tokens = tokenizer.count(text);
    this.tokenizer = tokenizer;
  }

  @Override
  public Conversation conversation(int entry) {
    return super.conversation(entry).mapFirstPrompts(this::withSystemMessage);
  }

  private Prompt withSystemMessage(Prompt first) {
    List<Message> before = new ArrayList<>(first.before());
    if (before.isEmpty() || !before.get(0).role().equals(SYSTEM)) {
      before.add(0, message);
      return first.withTexts(before, first.parts(), tokens, tokens);
    }
    String own = String.join(SEPARATOR, before.get(0).texts());
    String combined = message.texts().get(0) + SEPARATOR + own;
    before.set(0, new Message(SYSTEM, List.of(combined)));
    int added = tokenizer.count(combined) - tokenizer.count(own);
    return first.withTexts(before, first.parts(), added, added);
  }
}
