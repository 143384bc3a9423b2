package io.longhaul.load.dataset;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Groups the turns of a prompt file by session. Sessions are ordered by their first line; lines of
 * one session need not be adjacent.
 */
final class SessionLines {
  private final Map<String, List<SingleTurnLine>> turnsBySession = new LinkedHashMap<>();

  /**
   * Adds a line.
   *
   * @param sessionId its session, or null if the line is a session by itself
   */
  void add(String sessionId, List<SingleTurnLine> turns) {
    String session = sessionId == null ? Conversation.nameOf(turnsBySession.size()) : sessionId;
    turnsBySession.computeIfAbsent(session, name -> new ArrayList<>()).addAll(turns);
  }

  /** Passes the name and the turns of each session to the consumer. */
  void forEach(BiConsumer<String, List<SingleTurnLine>> use) {
    turnsBySession.forEach(use);
  }
}
