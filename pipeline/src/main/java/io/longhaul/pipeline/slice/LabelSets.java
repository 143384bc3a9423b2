package io.longhaul.pipeline.slice;

import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.PlanFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The label sets of a run: the set of all requests and, for each dimension, one set for each value
 * that the plan lists and one for all other values. A request is in the first set and in one set of
 * each dimension. All sets are known before the first request, so they are few, and the order of
 * requests has no effect. Immutable.
 */
public final class LabelSets {
  /** Number of the set of all requests. */
  public static final int EVERYTHING = 0;

  /** Name of the values that the plan does not list. */
  public static final String OTHER = "other";

  /** Maximum number of sets, to keep the state small; a plan with more is rejected. */
  static final int MAX_SETS = 256;

  /** Maximum length of a name; longer ones are rejected. */
  static final int MAX_NAME_LENGTH = 1024;

  private final List<Dimension> dimensions;

  /** Indexed by number. */
  private final List<String> names;

  /** Sets whose values the plan lists. */
  private final List<String> listed;

  private final int[] unknownSets;

  private record Dimension(String name, Map<String, Integer> setsByValue, int otherSet) {
    int setOf(String value) {
      return setsByValue.getOrDefault(value, otherSet);
    }
  }

  private LabelSets(List<LabelDimension> planned) {
    List<String> numbered = new ArrayList<>();
    List<String> known = new ArrayList<>();
    List<Dimension> all = new ArrayList<>();
    numbered.add("");
    for (LabelDimension dimension : planned) {
      int otherSet = numbered.size();
      numbered.add(nameOf(dimension.getName(), OTHER));
      Map<String, Integer> setsByValue = new HashMap<>();
      for (String value : dimension.getValues()) {
        if (!value.equals(OTHER) && setsByValue.putIfAbsent(value, numbered.size()) == null) {
          numbered.add(nameOf(dimension.getName(), value));
          known.add(nameOf(dimension.getName(), value));
        }
      }
      all.add(new Dimension(dimension.getName(), Map.copyOf(setsByValue), otherSet));
    }
    if (numbered.size() > MAX_SETS) {
      throw new IllegalArgumentException(
          "Invalid label dimensions: %d label sets (at most %d)"
              .formatted(numbered.size(), MAX_SETS));
    }
    this.dimensions = List.copyOf(all);
    this.names = List.copyOf(numbered);
    this.listed = List.copyOf(known);
    this.unknownSets = setsOf(Map.of());
  }

  /**
   * Returns the label sets of a plan.
   *
   * @throws IllegalArgumentException if there are too many sets, or a name is too long
   */
  public static LabelSets of(PlanFacts plan) {
    return new LabelSets(plan.getLabelDimensions());
  }

  private static String nameOf(String dimension, String value) {
    if (dimension.length() + value.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "Invalid label: %s… (at most %d characters)"
              .formatted(value.substring(0, Math.min(40, value.length())), MAX_NAME_LENGTH));
    }
    return dimension + "=" + value;
  }

  /** Returns the number of sets, including the set of all requests. */
  public int count() {
    return names.size();
  }

  /** Returns {@code dimension=value}; empty for the set of all requests. */
  public String nameOf(int set) {
    return names.get(set);
  }

  /** Returns the names of the sets whose values the plan lists, in its order. */
  public List<String> listed() {
    return listed;
  }

  /**
   * Returns the sets of a request, starting with the set of all requests. The array must not be
   * modified.
   *
   * @param labels the request's values by dimension; a missing one counts as an unlisted value
   */
  public int[] of(Map<String, String> labels) {
    return dimensions.isEmpty() ? unknownSets : setsOf(labels);
  }

  private int[] setsOf(Map<String, String> labels) {
    int[] sets = new int[1 + dimensions.size()];
    for (int i = 0; i < dimensions.size(); i++) {
      Dimension dimension = dimensions.get(i);
      sets[1 + i] = dimension.setOf(labels.getOrDefault(dimension.name(), OTHER));
    }
    return sets;
  }

  /** Returns the sets of a request whose labels are unknown. The array must not be modified. */
  public int[] ofUnknown() {
    return unknownSets;
  }
}
