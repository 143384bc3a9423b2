package io.longhaul.pipeline.slice;

import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.PlanFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sets by which a run's requests are told apart: of each dimension one set for each value that
 * the plan lists and one for all other values, and the set of everything. A request is in that one
 * and in one set of each dimension. All are known before the first request, so they are few, and
 * nothing depends on who came first. Immutable.
 */
public final class LabelSets {
  /** The number of the set that holds every request. */
  public static final int EVERYTHING = 0;

  /** What the values that the plan does not list are called together. */
  public static final String OTHER = "other";

  /** More sets than this are refused, so that state stays small. */
  static final int MAX_SETS = 256;

  /** Longer values are refused. */
  static final int MAX_NAME_LENGTH = 1024;

  private final List<Dimension> dimensions;

  /** By number. */
  private final List<String> names;

  /** Those that the plan lists. */
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
   * The sets of a plan.
   *
   * @throws IllegalArgumentException when there are too many, or a name is too long
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

  /** How many there are, the set of everything included. */
  public int count() {
    return names.size();
  }

  /** {@code dimension=value}; empty for everything. */
  public String nameOf(int set) {
    return names.get(set);
  }

  /** Names of the sets whose values the plan lists, in its order. */
  public List<String> listed() {
    return listed;
  }

  /**
   * The sets of a request, that of everything first. Nobody writes to the array.
   *
   * @param labels the request's values by dimension; what is not there counts as another value
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

  /** The sets of a request whose beginning is not there. Nobody writes to the array. */
  public int[] ofUnknown() {
    return unknownSets;
  }
}
