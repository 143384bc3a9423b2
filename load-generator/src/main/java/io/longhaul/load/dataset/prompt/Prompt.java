package io.longhaul.load.dataset.prompt;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of one turn.
 *
 * @param entry index of its conversation in the data set, from 0
 * @param before messages before the turn, such as a system message; usually empty
 * @param parts texts of the single user turn; at least one, unless there are media or a payload
 * @param media images, audio and videos
 * @param payload a complete JSON body that is sent unchanged; usually null
 * @param role role of the turn, or null for {@code user}
 * @param model the model to request
 * @param extraInputs members that are merged into this request's body last
 * @param inputTokens tokens of the texts, counted by the run's tokenizer; null if no text is sent
 * @param requestedInputTokens requested length of a synthetic prompt, or null; differs from {@code
 *     inputTokens} only if no text of that length was found
 * @param requestedOutputTokens limit of output tokens, or null for none
 * @param hash 64-bit hash of texts and media, the same in every process
 */
public record Prompt(
    int entry,
    List<Message> before,
    List<MessageText> parts,
    PromptMedia media,
    @Nullable String payload,
    @Nullable String role,
    String model,
    ExtraInputs extraInputs,
    @Nullable Integer inputTokens,
    @Nullable Integer requestedInputTokens,
    @Nullable Integer requestedOutputTokens,
    long hash) {
  public Prompt {
    before = List.copyOf(before);
    parts = List.copyOf(parts);
  }

  /**
   * Returns a copy with other texts.
   *
   * @param before replacement for the messages before the turn
   * @param parts replacement for the texts
   * @param moreTokens number of additional tokens
   * @param moreRequested number of additional requested tokens
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
        requireNonNull(inputTokens) + moreTokens,
        requestedInputTokens == null ? null : Integer.valueOf(requestedInputTokens + moreRequested),
        requestedOutputTokens,
        PromptHash.of(identitiesOf(before, parts, media)));
  }

  /** Returns the messages to send: those before the turn, and the turn. */
  public List<Message> messages() {
    List<Message> messages = new ArrayList<>(before);
    messages.add(message());
    return messages;
  }

  /** Returns the message of the turn itself. */
  public Message message() {
    return new Message(role == null ? "user" : role, parts, media.load());
  }

  /**
   * Returns the texts and media identities that {@code hash} covers, which distinguish this prompt
   * from others.
   */
  public List<String> identities() {
    return identitiesOf(before, parts, media);
  }

  public static List<String> identitiesOf(
      List<Message> before, List<MessageText> parts, PromptMedia media) {
    List<String> identities = new ArrayList<>();
    before.forEach(message -> identities.addAll(message.texts()));
    parts.forEach(part -> identities.add(part.content()));
    identities.addAll(media.identities());
    return identities;
  }

  /** Returns the texts of the turn. */
  public List<String> texts() {
    return parts.stream().map(MessageText::content).toList();
  }

  /** Returns the texts joined by spaces, as AIPerf counts them. */
  public String text() {
    return String.join(" ", texts());
  }
}
