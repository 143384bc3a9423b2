package io.longhaul.load;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.endpoint.request.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one session that are sent to the server with its next turn. For the thread that
 * builds turns.
 */
final class ConversationHistory {
  private final Conversation conversation;
  private final List<Message> messages = new ArrayList<>();
  private final List<String> identities = new ArrayList<>();
  private int tokens;
  private int turn;

  /** Creates the history of a session whose first turn has been sent. */
  ConversationHistory(Conversation conversation) {
    this.conversation = conversation;
    add(conversation.first());
  }

  /**
   * Adds the response to the latest turn, and then the next turn.
   *
   * @param response empty if there is none: then two messages of the user follow each other, as in
   *     AIPerf
   * @param responseTokens returns its tokens; called at most once
   */
  void addResponse(String response, IntSupplier responseTokens) {
    if (!conversation.sendsHistory()) {
      messages.clear();
      identities.clear();
      tokens = 0;
    } else if (!response.isEmpty()) {
      messages.add(new Message("assistant", List.of(response)));
      identities.add(response);
      tokens += responseTokens.getAsInt();
    }
    turn++;
    add(prompt());
  }

  private void add(Prompt prompt) {
    if (prompt.payload() == null) {
      messages.addAll(prompt.messages());
    }
    identities.addAll(prompt.identities());
    tokens += prompt.inputTokens() == null ? 0 : prompt.inputTokens();
  }

  Conversation conversation() {
    return conversation;
  }

  /** Returns the index of the latest turn, from 0. */
  int turn() {
    return turn;
  }

  /** Returns the prompt of the latest turn. */
  Prompt prompt() {
    return conversation.turns().get(turn).prompt();
  }

  /** Returns all messages, the latest turn last; empty if the turn is a complete request body. */
  List<Message> messages() {
    return messages;
  }

  /** Returns the strings from which the hash of all messages is computed. */
  List<String> identities() {
    return identities;
  }

  /**
   * Returns the number of tokens of all messages, each counted separately; null if no text is sent.
   */
  @Nullable Integer tokens() {
    return prompt().inputTokens() == null ? null : Integer.valueOf(tokens);
  }
}
