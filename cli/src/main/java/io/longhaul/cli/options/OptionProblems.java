package io.longhaul.cli.options;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with a command line, in the order in which it was found, and what is not
 * wrong but should be known.
 */
public final class OptionProblems {
  private final List<String> sentences = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Not wrong, but a person who typed this should know. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  /** What is not wrong. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** A whole sentence, told once. */
  public void add(String sentence) {
    if (!sentences.contains(sentence)) {
      sentences.add(sentence);
    }
  }

  /** In the grammar that all problems have. */
  public void invalid(String option, Object value, String wanted) {
    add("Invalid " + option + ": " + value + " (" + wanted + ")");
  }

  /** The option says nothing without the other. */
  void needs(String option, Object value, String other) {
    invalid(option, value, "it needs " + other);
  }

  /** Each says the opposite of the other. */
  void notBoth(String option, String other) {
    add("Invalid " + option + ": given with " + other + " (leave out one)");
  }

  boolean isEmpty() {
    return sentences.isEmpty();
  }

  /**
   * Ends the collecting.
   *
   * @throws InvalidOptionsException with all that was added, if anything was
   */
  public void throwIfAny() throws InvalidOptionsException {
    if (!sentences.isEmpty()) {
      throw new InvalidOptionsException(sentences);
    }
  }
}
