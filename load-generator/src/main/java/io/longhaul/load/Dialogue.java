package io.longhaul.load;

import io.longhaul.load.dataset.Conversation;
import io.longhaul.load.dataset.Prompt;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server is told of what was said in one session so far, and what comes next. For the thread
 * that makes turns.
 */
final class Dialogue {
  private final Conversation conversation;
  private final List<Message> messages = new ArrayList<>();
  private final List<String> identities = new ArrayList<>();
  private int tokens;
  private int turn;

  /** A session whose first turn is being answered. */
  Dialogue(Conversation conversation) {
    this.conversation = conversation;
    add(conversation.first());
  }

  /**
   * The turn that was said last is answered, and the next one said.
   *
   * @param answer empty when there is none: then two messages of the user follow each other, as in
   *     AIPerf
   */
  void answered(String answer, Tokenizer tokenizer) {
    if (!conversation.sendsHistory()) {
      messages.clear();
      identities.clear();
      tokens = 0;
    } else if (!answer.isEmpty()) {
      messages.add(new Message("assistant", List.of(answer)));
      identities.add(answer);
      tokens += tokenizer.count(answer);
    }
    turn++;
    add(prompt());
  }

  private void add(Prompt said) {
    if (said.payload() == null) {
      messages.addAll(said.messages());
    }
    identities.addAll(said.identities());
    tokens += said.inputTokens() == null ? 0 : said.inputTokens();
  }

  Conversation conversation() {
    return conversation;
  }

  /** Which turn was said last, from 0. */
  int turn() {
    return turn;
  }

  /** What was said last. */
  Prompt prompt() {
    return conversation.turns().get(turn).prompt();
  }

  /** All that is told, the turn to be answered last; empty when that is a whole body. */
  List<Message> messages() {
    return messages;
  }

  /** By which all that is told apart from what others say. */
  List<String> identities() {
    return identities;
  }

  /** Tokens of all that, each message counted by itself; null where no text is sent. */
  Integer tokens() {
    return prompt().inputTokens() == null ? null : Integer.valueOf(tokens);
  }
}
