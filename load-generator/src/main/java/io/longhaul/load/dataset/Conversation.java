package io.longhaul.load.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * One entry of a dataset: what one session asks, turn by turn. Most have one turn.
 *
 * @param sessionId what rows call its session by
 * @param turns at least one
 * @param sendsHistory whether a turn is told with all that was said before; else it is by itself
 *     what is asked
 */
public record Conversation(String sessionId, List<Turn> turns, boolean sendsHistory) {
  public Conversation {
    turns = List.copyOf(turns);
  }

  /** A conversation each turn of which is told with all that was said before. */
  public Conversation(String sessionId, List<Turn> turns) {
    this(sessionId, turns, true);
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

  /** How long the texts of its further turns are. */
  public long laterChars() {
    return turns.stream()
        .skip(1)
        .flatMap(turn -> turn.prompt().parts().stream())
        .mapToLong(part -> part.content().length())
        .sum();
  }

  /** The same, but for what its requests begin with: its first turn, or each that stands alone. */
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

  /** Its first turns alone. */
  public Conversation upTo(int mostTurns) {
    return new Conversation(
        sessionId, turns.subList(0, Math.min(mostTurns, turns.size())), sendsHistory);
  }
}
