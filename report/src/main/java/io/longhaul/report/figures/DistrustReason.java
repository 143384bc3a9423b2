package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.SlicePeriods.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One reason why slices cannot be trusted, combined over all slices.
 *
 * @param text the text of the slices with the minimum and maximum of their figures, such as
 *     "machine busy: 4 to 17 % idle"
 * @param slices number of affected slices
 * @param firstSlices the first affected slices, at most {@link #MAX_NAMED}
 * @param periods all affected slices
 */
public record DistrustReason(
    String text, long slices, List<Long> firstSlices, List<Period> periods) {

  static final int MAX_NAMED = 10;

  /** Matches a separate number: not a part of a name such as g0.1.0.p, or of p99. */
  private static final Pattern FIGURE = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)?(?![\\w.])");

  /** Returns the reasons of all slices, combined by text and ordered by text. */
  public static List<DistrustReason> of(List<SliceRow> slices) {
    Map<String, Folded> byText = new TreeMap<>();
    for (SliceRow slice : slices) {
      for (String reason : slice.getDistrust()) {
        byText
            .computeIfAbsent(FIGURE.matcher(reason).replaceAll("#"), text -> new Folded())
            .add(slice.getSliceIndex(), reason);
      }
    }
    return byText.values().stream().map(Folded::reason).toList();
  }

  /** Combines one reason over the slices. */
  private static final class Folded {
    private String example = "";
    private final List<Range> figures = new ArrayList<>();
    private final List<Long> firstSlices = new ArrayList<>();
    private final SlicePeriods periods = new SlicePeriods();
    private long slices;

    void add(long slice, String reason) {
      example = reason;
      Matcher figure = FIGURE.matcher(reason);
      for (int index = 0; figure.find(); index++) {
        if (index == figures.size()) {
          figures.add(new Range(figure.group(), figure.group()));
        } else {
          figures.set(index, figures.get(index).with(figure.group()));
        }
      }
      slices++;
      periods.add(slice);
      if (firstSlices.size() < MAX_NAMED) {
        firstSlices.add(slice);
      }
    }

    DistrustReason reason() {
      int[] index = {0};
      String text =
          FIGURE.matcher(example).replaceAll(figure -> figures.get(index[0]++).toString());
      return new DistrustReason(text, slices, List.copyOf(firstSlices), periods.all());
    }
  }

  /** The minimum and maximum of a figure, as they were written. */
  private record Range(String min, String max) {
    Range with(String figure) {
      double value = Double.parseDouble(figure);
      return new Range(
          value < Double.parseDouble(min) ? figure : min,
          value > Double.parseDouble(max) ? figure : max);
    }

    @Override
    public String toString() {
      return min.equals(max) ? min : min + " to " + max;
    }
  }
}
