package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.ChatMessages;
import io.longhaul.load.endpoint.ChatTemplate;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Counts tokens as a server does whose tokenizer has a chat template: those with which it marks
 * whose words are whose, too. Safe on any thread.
 */
public final class ChatTokens {
  /** Short texts of several kinds, as in AIPerf: what a mark costs depends on what it stands by. */
  private static final List<String> SAMPLES =
      List.of(
          "Hello, how are you today?",
          "Could you write a Python function to reverse a string?",
          "What's the difference between TCP and UDP in networking?");

  private final ChatTemplate template;
  private final Tokenizer tokenizer;
  private final int tokensPerRequest;
  private final int tokensPerMessage;

  private ChatTokens(ChatTemplate template, Tokenizer tokenizer) {
    this.template = template;
    this.tokenizer = tokenizer;
    double messageTokens = 0;
    double requestTokens = 0;
    for (String sample : SAMPLES) {
      ChatMessages single = ChatMessages.ofUser(sample);
      double textTokens = tokenizer.count(sample);
      double total = count(single);
      double perMessage = (count(single.then(sample, sample)) - total - 2 * textTokens) / 2;
      messageTokens += perMessage;
      requestTokens += total - textTokens - perMessage;
    }
    this.tokensPerMessage = Math.max(0, (int) StrictMath.rint(messageTokens / SAMPLES.size()));
    this.tokensPerRequest = Math.max(0, (int) StrictMath.rint(requestTokens / SAMPLES.size()));
  }

  /**
   * The counter of a plan that asks for one.
   *
   * @return empty when none is asked for, or the tokenizer has no template
   * @throws DatasetException when its template cannot be read or carried out
   */
  public static Optional<ChatTokens> of(RunPlan plan, Tokenizer tokenizer) {
    return plan.tokenizer().chatTemplate()
        ? tokenizer
            .folder()
            .flatMap(ChatTokens::templateIn)
            .map(template -> new ChatTokens(template, tokenizer))
        : Optional.empty();
  }

  private static Optional<ChatTemplate> templateIn(Path folder) {
    try {
      return ChatTemplate.in(folder);
    } catch (IOException | IllegalArgumentException e) {
      throw new DatasetException(
          "Cannot use the chat template in " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Tokens of the messages in a body, up to where an answer begins. Messages that the template
   * refuses are counted one by one, about: after a turn that failed two of the user follow each
   * other, and what a server makes of them is not known here.
   */
  public int count(byte[] body) {
    ChatMessages messages = ChatMessages.in(body);
    try {
      return count(messages);
    } catch (IllegalArgumentException e) {
      return tokensPerRequest
          + messages.texts().stream()
              .mapToInt(text -> tokensPerMessage + tokenizer.count(text))
              .sum();
    }
  }

  private int count(ChatMessages messages) {
    return tokenizer.count(template.render(messages));
  }

  /** Tokens that a message takes beside its text, about. */
  int tokensPerMessage() {
    return tokensPerMessage;
  }

  /** Tokens that a request takes beside those, about. */
  int tokensPerRequest() {
    return tokensPerRequest;
  }
}
