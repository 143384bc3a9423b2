package io.longhaul.load.dataset.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@code multi_turn} file: a session, or a part of one.
 *
 * @param sessionId {@code session_id}, or null if the line is a session by itself
 * @param turns at least one, each in the format of a {@code single_turn} file
 */
record MultiTurnLine(@Nullable String sessionId, List<SingleTurnLine> turns) {
  private static final String TURNS = "turns";

  /**
   * Parses a line.
   *
   * @param folder folder of the file, which relative paths refer to
   * @param timed whether there is a fixed schedule
   * @throws MalformedLineException if this kind of endpoint cannot use it
   */
  static MultiTurnLine parse(String text, EndpointType endpoint, Path folder, boolean timed)
      throws MalformedLineException {
    JsonLine line = JsonLine.parse(text);
    if (!line.has(TURNS) || !line.get(TURNS).isArray() || line.get(TURNS).isEmpty()) {
      throw new MalformedLineException("no list of turns (such as {\"turns\": [{\"text\": …}]})");
    }
    List<SingleTurnLine> turns = new ArrayList<>();
    for (JsonNode turn : line.get(TURNS)) {
      turns.add(turnOf(turn, turns.size(), endpoint, folder, timed));
    }
    return new MultiTurnLine(line.textOrNull("session_id"), turns);
  }

  /** Converts a line of a {@code single_turn} file. */
  static MultiTurnLine of(SingleTurnLine turn) {
    return new MultiTurnLine(turn.sessionId(), List.of(turn));
  }

  /** Returns this line with the turns of the previous line of its session prepended. */
  MultiTurnLine prepend(MultiTurnLine previous) {
    List<SingleTurnLine> both = new ArrayList<>(previous.turns);
    both.addAll(turns);
    return new MultiTurnLine(sessionId, both);
  }

  /**
   * Returns whether the line consists of a single system message, which may precede a whole
   * session.
   */
  boolean isSystemMessage() {
    return turns.size() == 1 && turns.get(0).isSystemMessage();
  }

  /**
   * Returns the turns to send when this line starts a session, without a leading system message.
   */
  List<SingleTurnLine> turnsToSend() {
    return startWithSystemMessage(turns) ? turns.subList(1, turns.size()) : turns;
  }

  /**
   * Returns whether the turns start with a leading system message. As in AIPerf, a first turn with
   * the system role precedes the whole session if it is plain text and a turn with another role
   * follows.
   */
  static boolean startWithSystemMessage(List<SingleTurnLine> turns) {
    return turns.size() > 1 && turns.get(0).isSystemMessage() && !turns.get(1).hasSystemRole();
  }

  private static SingleTurnLine turnOf(
      JsonNode turn, int index, EndpointType endpoint, Path folder, boolean timed)
      throws MalformedLineException {
    try {
      return SingleTurnLine.of(JsonLine.of(turn), endpoint, folder, timed);
    } catch (MalformedLineException e) {
      throw new MalformedLineException("turn " + index + ": " + e.getMessage());
    }
  }
}
