package io.longhaul.load.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.EndpointType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a {@code multi_turn} file: a session, or a part of one.
 *
 * @param sessionId {@code session_id}, or null when the line is a session by itself
 * @param turns at least one, each as a line of a {@code single_turn} file
 */
record MultiTurnLine(String sessionId, List<SingleTurnLine> turns) {
  private static final String SESSION_ID = "session_id";
  private static final String TURNS = "turns";

  /**
   * The line's content.
   *
   * @param folder of the file, from which paths are seen
   * @param timed whether there is a fixed schedule
   * @throws MalformedLineException if it is nothing that this kind of endpoint can be asked
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
    return new MultiTurnLine(line.textOrNull(SESSION_ID), turns);
  }

  /** A line of a {@code single_turn} file. */
  static MultiTurnLine of(SingleTurnLine turn) {
    return new MultiTurnLine(turn.sessionId(), List.of(turn));
  }

  /** The same after the line before it in its session. */
  MultiTurnLine prepend(MultiTurnLine previous) {
    List<SingleTurnLine> both = new ArrayList<>(previous.turns);
    both.addAll(turns);
    return new MultiTurnLine(sessionId, both);
  }

  /** Whether it is nothing but a message that may go before all of a session. */
  boolean isSystemMessage() {
    return turns.size() == 1 && turns.get(0).isSystemMessage();
  }

  /** Its turns, but for a message that goes before all of its session, if that begins with it. */
  List<SingleTurnLine> turnsToSend() {
    return startWithSystemMessage(turns) ? turns.subList(1, turns.size()) : turns;
  }

  /**
   * As in AIPerf, a first turn of the system goes before all of the session, unless it says more
   * than a text, or another one follows it, or nothing does.
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
