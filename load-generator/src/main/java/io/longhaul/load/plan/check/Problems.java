package io.longhaul.load.plan.check;

import java.util.ArrayList;
import java.util.List;

/** Collects all problems of a plan so that they are reported together. */
public final class Problems {
  private final List<String> sentences = new ArrayList<>();

  public void add(String sentence) {
    sentences.add(sentence);
  }

  public void invalid(String what, Object value, String wanted) {
    add("Invalid " + what + ": " + value + " (" + wanted + ")");
  }

  /** Adds a problem if the value is present and less than 1. */
  public void requirePositive(String what, @Nullable Number value, String unit) {
    if (value != null && value.longValue() < 1) {
      invalid(what, value, "1 or more " + unit);
    }
  }

  /** Adds a problem if the value is not more than 0 and finite. */
  public void requireMoreThanZero(String what, double value, String wanted) {
    if (!(value > 0 && Double.isFinite(value))) {
      invalid(what, value, wanted);
    }
  }

  /** Adds a problem if the value is present, and negative or not finite. */
  public void requireNotNegative(String what, @Nullable Number value, String wanted) {
    if (value != null) {
      requireWithin(what, value, 0, Double.MAX_VALUE, wanted);
    }
  }

  /** Adds a problem if the value is not from {@code least} to {@code most}. */
  public void requireWithin(String what, Number value, double least, double most, String wanted) {
    double number = value.doubleValue();
    if (!(number >= least && number <= most)) {
      invalid(what, value, wanted);
    }
  }

  public List<String> sentences() {
    return List.copyOf(sentences);
  }
}
