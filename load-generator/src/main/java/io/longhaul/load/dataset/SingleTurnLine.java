package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.MessageText;
import java.nio.file.Path;
import java.util.List;

/**
 * One line of a {@code single_turn} file. Members that are not named here are ignored, as AIPerf
 * does.
 *
 * @param content what it says and carries
 * @param role {@code role}, or null
 * @param model {@code model}, or null
 * @param sessionId {@code session_id}, or null
 * @param outputLength {@code output_length} in tokens, or null
 * @param hasTimestamp whether it has a {@code timestamp}
 * @param timestampNanos that time, when there is a fixed schedule, which alone reads it; or null
 * @param delayNanos {@code delay}, after the end of the turn before, or null
 * @param extra {@code extra}, members for the body; empty when there is none
 */
record SingleTurnLine(
    LineContent content,
    String role,
    String model,
    String sessionId,
    Integer outputLength,
    boolean hasTimestamp,
    Long timestampNanos,
    Long delayNanos,
    ExtraInputs extra) {
  private static final String SYSTEM = "system";
  private static final String ROLE = "role";
  private static final String MODEL = "model";
  private static final String SESSION_ID = "session_id";
  private static final String OUTPUT_LENGTH = "output_length";
  private static final String TIMESTAMP = "timestamp";
  private static final String DELAY = "delay";
  private static final String EXTRA = "extra";

  /**
   * The line's content.
   *
   * @param folder of the file, from which paths are seen
   * @param timed whether there is a fixed schedule
   * @throws MalformedLineException if it is nothing that this kind of endpoint can be asked
   */
  static SingleTurnLine parse(String text, EndpointType endpoint, Path folder, boolean timed)
      throws MalformedLineException {
    return of(JsonLine.parse(text), endpoint, folder, timed);
  }

  /** The same of a line or a part of one. */
  static SingleTurnLine of(JsonLine line, EndpointType endpoint, Path folder, boolean timed)
      throws MalformedLineException {
    LineContent content = LineContent.of(line, endpoint, folder);
    content.requireComplete(endpoint);
    return new SingleTurnLine(
        content,
        line.textOrNull(ROLE),
        line.textOrNull(MODEL),
        line.textOrNull(SESSION_ID),
        line.tokensOrNull(OUTPUT_LENGTH, 1),
        line.has(TIMESTAMP),
        timed ? line.millisOrNull(TIMESTAMP) : null,
        line.millisOrNull(DELAY),
        line.extraOf(EXTRA));
  }

  /**
   * A turn that says nothing else.
   *
   * @param outputLength limit of the answer in tokens, or null
   */
  static SingleTurnLine ofContent(LineContent content, Integer outputLength) {
    return new SingleTurnLine(
        content, null, null, null, outputLength, false, null, null, ExtraInputs.NONE);
  }

  /** Whether it is a text of the system and nothing else. */
  boolean isSystemMessage() {
    return hasSystemRole()
        && content.media().isEmpty()
        && outputLength == null
        && !hasTimestamp
        && delayNanos == null
        && extra.isEmpty();
  }

  /** Whether it says who speaks, and that is the system. */
  boolean hasSystemRole() {
    return SYSTEM.equals(role);
  }

  /** What its texts say. */
  List<String> texts() {
    return content.parts().stream().map(MessageText::content).toList();
  }
}
