package io.longhaul.load.dataset;

import java.util.List;
import java.util.Locale;

/**
 * One entry of a dataset: what one session asks, turn by turn. Most have one turn.
 *
 * @param sessionId what rows call its session by
 * @param turns at least one
 */
public record Conversation(String sessionId, List<Turn> turns) {
  public Conversation {
    turns = List.copyOf(turns);
  }

  /** A conversation that is over with the first answer. */
  static Conversation of(Prompt only) {
    return new Conversation(nameOf(only.entry()), List.of(new Turn(only, 0)));
  }

  /** The name of the session at this entry, when it has none of its own. */
  static String nameOf(int entry) {
    return String.format(Locale.ROOT, "session_%06d", entry);
  }

  /** What its first turn asks. */
  public Prompt first() {
    return turns.get(0).prompt();
  }

  /** Its first turn alone. */
  public Conversation begun() {
    return turns.size() == 1 ? this : new Conversation(sessionId, turns.subList(0, 1));
  }
}
