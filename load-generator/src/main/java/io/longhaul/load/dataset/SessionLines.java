package io.longhaul.load.dataset;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The sessions of a file of prompts, in the order in which they begin in it: lines with the same
 * session follow each other in it, wherever they stand.
 */
final class SessionLines {
  private final Map<String, List<SingleTurnLine>> turnsBySession = new LinkedHashMap<>();

  /**
   * Takes a line.
   *
   * @param sessionId of its session, or null when the line is one by itself
   */
  void add(String sessionId, List<SingleTurnLine> turns) {
    String session = sessionId == null ? Conversation.nameOf(turnsBySession.size()) : sessionId;
    turnsBySession.computeIfAbsent(session, name -> new ArrayList<>()).addAll(turns);
  }

  /** Gives the name and the turns of each. */
  void forEach(BiConsumer<String, List<SingleTurnLine>> use) {
    turnsBySession.forEach(use);
  }
}
