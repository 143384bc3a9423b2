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
  private final int ofRequest;
  private final int ofMessage;

  private ChatTokens(ChatTemplate template, Tokenizer tokenizer) {
    this.template = template;
    this.tokenizer = tokenizer;
    double wraps = 0;
    double rests = 0;
    for (String sample : SAMPLES) {
      ChatMessages one = ChatMessages.ofUser(sample);
      double bare = tokenizer.count(sample);
      double alone = count(one);
      double wrap = (count(one.then(sample, sample)) - alone - 2 * bare) / 2;
      wraps += wrap;
      rests += alone - bare - wrap;
    }
    this.ofMessage = Math.max(0, (int) StrictMath.rint(wraps / SAMPLES.size()));
    this.ofRequest = Math.max(0, (int) StrictMath.rint(rests / SAMPLES.size()));
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
    ChatMessages said = ChatMessages.in(body);
    try {
      return count(said);
    } catch (IllegalArgumentException e) {
      return ofRequest
          + said.texts().stream().mapToInt(text -> ofMessage + tokenizer.count(text)).sum();
    }
  }

  private int count(ChatMessages messages) {
    return tokenizer.count(template.render(messages));
  }

  /** Tokens that a message takes beside its text, about. */
  int ofMessage() {
    return ofMessage;
  }

  /** Tokens that a request takes beside those, about. */
  int ofRequest() {
    return ofRequest;
  }
}
