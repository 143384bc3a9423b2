package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.endpoint.template.ChatMessages;
import io.longhaul.load.endpoint.template.ChatTemplate;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Counts tokens as a server with a chat template does, including the tokens that the template adds.
 * Thread-safe.
 */
public final class ChatTokens {
  /**
   * Short texts of several kinds, as in AIPerf, because the cost of a template depends on the
   * adjacent text.
   */
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
   * Returns the counter of a plan.
   *
   * @return empty if the plan does not use chat templates, or the tokenizer has none
   * @throws DatasetException if the template cannot be read or rendered
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
   * Counts the tokens of the messages in a body, up to the start of the response. If the template
   * rejects the messages, the count is approximate: each message is counted separately. This
   * happens after a failed turn, when two user messages follow each other; how a server handles
   * them is unknown.
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

  /** Returns the approximate number of tokens that the template adds to each message. */
  int tokensPerMessage() {
    return tokensPerMessage;
  }

  /** Returns the approximate number of tokens that the template adds to each request. */
  int tokensPerRequest() {
    return tokensPerRequest;
  }
}
