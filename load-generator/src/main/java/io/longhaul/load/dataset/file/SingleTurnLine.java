package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.prompt.LineMedia;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.MessageText;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@code single_turn} file. Members that are not listed here are ignored, as in
 * AIPerf.
 *
 * @param content texts and media
 * @param role {@code role}, or null
 * @param model {@code model}, or null
 * @param sessionId {@code session_id}, or null
 * @param outputLength {@code output_length} in tokens, or null
 * @param hasTimestamp whether the line has a {@code timestamp}
 * @param timestampNanos the timestamp; null without one or without a fixed schedule
 * @param delayNanos {@code delay} after the end of the previous turn, or null
 * @param extra {@code extra}, members for the body; may be empty
 */
record SingleTurnLine(
    LineContent content,
    @Nullable String role,
    @Nullable String model,
    @Nullable String sessionId,
    @Nullable Integer outputLength,
    boolean hasTimestamp,
    @Nullable Long timestampNanos,
    @Nullable Long delayNanos,
    ExtraInputs extra) {
  private static final String TIMESTAMP = "timestamp";

  /**
   * Interprets a line or a part of one.
   *
   * @param folder folder of the file, which relative paths refer to
   * @param timed whether there is a fixed schedule
   * @throws MalformedLineException if this kind of endpoint cannot use it
   */
  static SingleTurnLine of(JsonLine line, EndpointType endpoint, Path folder, boolean timed)
      throws MalformedLineException {
    LineContent content = LineContent.of(line, endpoint, folder);
    content.requireComplete(endpoint);
    return new SingleTurnLine(
        content,
        line.textOrNull("role"),
        line.textOrNull("model"),
        line.textOrNull("session_id"),
        line.tokensOrNull("output_length", 1),
        line.has(TIMESTAMP),
        timed ? line.millisOrNull(TIMESTAMP) : null,
        line.millisOrNull("delay"),
        line.extraOf("extra"));
  }

  /**
   * Returns a turn with only this content.
   *
   * @param outputLength limit of output tokens, or null
   */
  static SingleTurnLine ofContent(LineContent content, @Nullable Integer outputLength) {
    return new SingleTurnLine(
        content, null, null, null, outputLength, false, null, null, ExtraInputs.NONE);
  }

  /**
   * Returns a turn with only this text.
   *
   * @param outputLength limit of output tokens, or null
   */
  static SingleTurnLine ofText(String text, @Nullable Integer outputLength) {
    List<MessageText> texts = List.of(MessageText.of(text));
    return ofContent(new LineContent(texts, new LineMedia(List.of())), outputLength);
  }

  /** Returns whether this is a plain system message. */
  boolean isSystemMessage() {
    return hasSystemRole()
        && content.media().isEmpty()
        && outputLength == null
        && !hasTimestamp
        && delayNanos == null
        && extra.isEmpty();
  }

  /** Returns whether the role is {@code system}. */
  boolean hasSystemRole() {
    return "system".equals(role);
  }

  /** Returns the texts. */
  List<String> texts() {
    return content.parts().stream().map(MessageText::content).toList();
  }
}
