package io.longhaul.sinks.report;

import io.longhaul.export.SliceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One reason why slices cannot be trusted, told for all of them at once.
 *
 * @param text the words of the slices, with the least and the greatest of their figures: "machine
 *     busy: 4 to 17 % idle"
 * @param slices how many have it
 * @param firstSlices the first of them, at most {@link #MOST_NAMED}
 */
public record DistrustReason(String text, long slices, List<Long> firstSlices) {

  static final int MOST_NAMED = 10;

  /** A number that stands alone: not a part of a name such as g0.1.0.p, or of p99. */
  private static final Pattern FIGURE = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)?(?![\\w.])");

  /** The reasons of all slices, those with the same words put together, in order of the words. */
  public static List<DistrustReason> of(List<SliceRow> slices) {
    Map<String, Folded> byWords = new TreeMap<>();
    for (SliceRow slice : slices) {
      for (String reason : slice.getDistrust()) {
        byWords
            .computeIfAbsent(FIGURE.matcher(reason).replaceAll("#"), words -> new Folded())
            .add(slice.getSliceIndex(), reason);
      }
    }
    return byWords.values().stream().map(Folded::reason).toList();
  }

  /** A reason on its way through the slices. */
  private static final class Folded {
    private String example;
    private final List<Range> figures = new ArrayList<>();
    private final List<Long> firstSlices = new ArrayList<>();
    private long slices;

    void add(long slice, String reason) {
      example = reason;
      Matcher figure = FIGURE.matcher(reason);
      for (int place = 0; figure.find(); place++) {
        if (place == figures.size()) {
          figures.add(new Range(figure.group(), figure.group()));
        } else {
          figures.set(place, figures.get(place).with(figure.group()));
        }
      }
      slices++;
      if (firstSlices.size() < MOST_NAMED) {
        firstSlices.add(slice);
      }
    }

    DistrustReason reason() {
      int[] place = {0};
      String text =
          FIGURE.matcher(example).replaceAll(figure -> figures.get(place[0]++).toString());
      return new DistrustReason(text, slices, List.copyOf(firstSlices));
    }
  }

  /** The least and the greatest of a figure, as they were written. */
  private record Range(String least, String greatest) {
    Range with(String figure) {
      double value = Double.parseDouble(figure);
      return new Range(
          value < Double.parseDouble(least) ? figure : least,
          value > Double.parseDouble(greatest) ? figure : greatest);
    }

    @Override
    public String toString() {
      return least.equals(greatest) ? least : least + " to " + greatest;
    }
  }
}
