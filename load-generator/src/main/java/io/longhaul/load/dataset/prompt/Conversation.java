package io.longhaul.load.dataset.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * One entry of a data set: the turns of a session. Most have one turn.
 *
 * @param sessionId session ID in the exported rows
 * @param turns at least one
 * @param sendsHistory whether each turn is sent with all previous messages; otherwise turns are
 *     independent
 */
public record Conversation(String sessionId, List<Turn> turns, boolean sendsHistory) {
  public Conversation {
    turns = List.copyOf(turns);
  }

  /** Creates a conversation whose turns are sent with all previous messages. */
  public Conversation(String sessionId, List<Turn> turns) {
    this(sessionId, turns, true);
  }

  /** Creates a conversation with a single turn. */
  public static Conversation of(Prompt only) {
    return new Conversation(nameOf(only.entry()), List.of(new Turn(only, 0)));
  }

  /** Returns the default session ID of an entry. */
  public static String nameOf(int entry) {
    return String.format(Locale.ROOT, "session_%06d", entry);
  }

  /** Returns the prompt of the first turn. */
  public Prompt first() {
    return turns.get(0).prompt();
  }

  /** Returns the total length of the texts of all later turns. */
  public long laterChars() {
    return turns.stream()
        .skip(1)
        .flatMap(turn -> turn.prompt().parts().stream())
        .mapToLong(part -> part.content().length())
        .sum();
  }

  /**
   * Returns a copy in which the prompts that start a request are changed: the first one, or all if
   * turns are independent.
   */
  Conversation mapFirstPrompts(UnaryOperator<Prompt> change) {
    List<Turn> changed = new ArrayList<>();
    for (Turn turn : turns) {
      boolean isFirst = changed.isEmpty() || !sendsHistory;
      changed.add(
          isFirst
              ? new Turn(change.apply(turn.prompt()), turn.delayNanos(), turn.recordedNanos())
              : turn);
    }
    return new Conversation(sessionId, changed, sendsHistory);
  }

  /** Returns a copy with only the first turns. */
  public Conversation upTo(int maxTurns) {
    return new Conversation(
        sessionId, turns.subList(0, Math.min(maxTurns, turns.size())), sendsHistory);
  }
}
