package io.longhaul.config.binding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of a command line in the order in which they are found, and notes about
 * valid options.
 */
public final class OptionProblems {
  private final List<String> sentences = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Adds a note about a valid option. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  /** Returns the notes. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Adds a problem, unless it is known already. */
  public void add(String sentence) {
    if (!sentences.contains(sentence)) {
      sentences.add(sentence);
    }
  }

  /** Adds the message of an exception, which is a whole sentence. */
  public void addMessageOf(Exception problem) {
    add(String.valueOf(problem.getMessage()));
  }

  /** Adds a problem in the usual form. */
  public void invalid(String option, @Nullable Object value, String wanted) {
    add("Invalid " + option + ": " + value + " (" + wanted + ")");
  }

  /** Adds a problem with an option that must not be given; does nothing without a value. */
  public void refuse(String option, @Nullable Object value, String reason) {
    if (value != null) {
      invalid(option, value, reason);
    }
  }

  /**
   * Adds the problem that an option requires another one, if the option was given.
   *
   * @param given the value of the option, whether an option without a value was given, or null
   */
  public void needs(String option, @Nullable Object given, String other) {
    if (Boolean.TRUE.equals(given)) {
      add("Invalid " + option + ": it needs " + other);
    } else if (given != null && !Boolean.FALSE.equals(given)) {
      invalid(option, given, "it needs " + other);
    }
  }

  public boolean isEmpty() {
    return sentences.isEmpty();
  }

  /**
   * Throws if there are problems.
   *
   * @throws InvalidOptionsException with all problems, if there are any
   */
  public void throwIfAny() throws InvalidOptionsException {
    if (!sentences.isEmpty()) {
      throw new InvalidOptionsException(sentences);
    }
  }
}
