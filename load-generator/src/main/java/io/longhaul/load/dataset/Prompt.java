package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.endpoint.MessageText;
import java.util.ArrayList;
import java.util.List;

/**
 * What one turn asks.
 *
 * @param entry the place of its conversation in the dataset, from 0
 * @param before messages that come before the turn, such as one of the system; mostly none
 * @param parts the texts of the one user turn; at least one, unless there are media or a payload
 * @param media what it carries beside text
 * @param payload a whole body as a JSON object, which is sent as it is; null mostly
 * @param role the role of the turn, or null for {@code user}
 * @param model the model that it is sent to
 * @param extraInputs members merged into this request's body last
 * @param inputTokens tokens of the texts, counted by the run's tokenizer; null where no text is
 *     sent
 * @param requestedInputTokens the length that was asked for when the prompt was made up, or null;
 *     it differs from {@code inputTokens} only where no text of that length was found
 * @param requestedOutputTokens limit of the answer in tokens, or null for none
 * @param hash a 64-bit hash of texts and media, the same in every process
 */
public record Prompt(
    int entry,
    List<Message> before,
    List<MessageText> parts,
    PromptMedia media,
    String payload,
    String role,
    String model,
    ExtraInputs extraInputs,
    Integer inputTokens,
    Integer requestedInputTokens,
    Integer requestedOutputTokens,
    long hash) {
  public Prompt {
    before = List.copyOf(before);
    parts = List.copyOf(parts);
  }

  /** A turn of nameless texts. */
  public Prompt(
      int entry,
      List<String> texts,
      String role,
      String model,
      ExtraInputs extraInputs,
      int inputTokens,
      Integer requestedInputTokens,
      Integer requestedOutputTokens,
      long hash) {
    this(
        entry,
        List.of(),
        texts.stream().map(MessageText::of).toList(),
        PromptMedia.NONE,
        null,
        role,
        model,
        extraInputs,
        inputTokens,
        requestedInputTokens,
        requestedOutputTokens,
        hash);
  }

  /**
   * The same, but for what it says.
   *
   * @param before messages in place of its own
   * @param parts texts in place of its own
   * @param moreTokens how many tokens that is more
   * @param moreRequested how many of them were asked for
   */
  Prompt withTexts(
      List<Message> before, List<MessageText> parts, int moreTokens, int moreRequested) {
    return new Prompt(
        entry,
        before,
        parts,
        media,
        payload,
        role,
        model,
        extraInputs,
        inputTokens + moreTokens,
        requestedInputTokens == null ? null : Integer.valueOf(requestedInputTokens + moreRequested),
        requestedOutputTokens,
        PromptHash.of(identitiesOf(before, parts, media)));
  }

  /** What a server is told: what comes before the turn, and the turn. */
  public List<Message> messages() {
    List<Message> messages = new ArrayList<>(before);
    messages.add(message());
    return messages;
  }

  /** The turn itself. */
  public Message message() {
    return new Message(role == null ? "user" : role, parts, media.load());
  }

  /**
   * By which all that it says and carries is told apart from other prompts: {@code hash} is of it.
   */
  public List<String> identities() {
    return identitiesOf(before, parts, media);
  }

  private static List<String> identitiesOf(
      List<Message> before, List<MessageText> parts, PromptMedia media) {
    List<String> identities = new ArrayList<>();
    before.forEach(message -> identities.addAll(message.texts()));
    parts.forEach(part -> identities.add(part.content()));
    identities.addAll(media.identities());
    return identities;
  }

  /** What its texts say. */
  public List<String> texts() {
    return parts.stream().map(MessageText::content).toList();
  }

  /** The texts as one, joined by a blank as AIPerf counts them. */
  public String text() {
    return String.join(" ", texts());
  }
}
