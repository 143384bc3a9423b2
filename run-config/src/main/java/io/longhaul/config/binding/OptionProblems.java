package io.longhaul.config.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of a command line in the order in which they are found, and notes about
 * valid options.
 */
public final class OptionProblems {
  private static final Pattern ABOUT_OPTION =
      Pattern.compile("Invalid (--[a-z0-9-]+|-[a-zA-Z])(: .*)", Pattern.DOTALL);

  private final List<String> sentences = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final UnaryOperator<String> sources;

  /** Creates a collector for options of a command line. */
  public OptionProblems() {
    this(UnaryOperator.identity());
  }

  /**
   * Creates a collector for options of several sources.
   *
   * @param sources returns what messages call an option, such as its path in a file
   */
  public OptionProblems(UnaryOperator<String> sources) {
    this.sources = sources;
  }

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
    Matcher about = ABOUT_OPTION.matcher(sentence);
    String named =
        about.matches() ? "Invalid " + sources.apply(about.group(1)) + about.group(2) : sentence;
    if (!sentences.contains(named)) {
      sentences.add(named);
    }
  }

  /** Returns the problems. */
  public List<String> sentences() {
    return List.copyOf(sentences);
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
