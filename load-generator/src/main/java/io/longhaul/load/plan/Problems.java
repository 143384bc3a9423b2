package io.longhaul.load.plan;

import java.util.ArrayList;
import java.util.List;

/** Collects all problems of a plan so that they are reported together. */
final class Problems {
  private final List<String> sentences = new ArrayList<>();

  void add(String sentence) {
    sentences.add(sentence);
  }

  void invalid(String what, Object value, String wanted) {
    add("Invalid " + what + ": " + value + " (" + wanted + ")");
  }

  void requirePositive(String what, long value, String unit) {
    if (value < 1) {
      invalid(what, value, "1 or more " + unit);
    }
  }

  List<String> sentences() {
    return List.copyOf(sentences);
  }
}
