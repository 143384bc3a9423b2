package io.longhaul.report.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the form of {@link RunsPage} asks for.
 *
 * @param text words that the runs must contain
 * @param order the column by which the runs are sorted
 * @param descending whether the greatest comes first
 * @param page number of the page, from 1
 * @param selected keys of the selected runs, in the order in which they were shown
 */
public record RunsQuery(
    String text, RunsColumn order, boolean descending, int page, Set<String> selected) {
  /** Name of the selected runs in a query. */
  public static final String RUN = "run";

  /** Name of the figure of a history in a query. */
  public static final String METRIC = "metric";

  public static final String TEXT = "text";
  public static final String ORDER = "order";
  public static final String PAGE = "page";
  private static final String DESCENDING = "-";
  private static final int MAX_PAGE = 1_000_000;

  /** Reads a query; what is invalid in it has no effect. */
  public static RunsQuery of(Map<String, List<String>> query) {
    String order = last(query, ORDER, DESCENDING + RunsColumn.START.key());
    boolean descending = order.startsWith(DESCENDING);
    String page = last(query, PAGE, "1");
    return new RunsQuery(
        last(query, TEXT, "").strip(),
        RunsColumn.named(descending ? order.substring(1) : order).orElse(RunsColumn.START),
        descending,
        page.matches("[1-9][0-9]{0,5}") ? Math.min(Integer.parseInt(page), MAX_PAGE) : 1,
        new LinkedHashSet<>(query.getOrDefault(RUN, List.of())));
  }

  /** Buttons stand after the hidden fields with the same names. */
  private static String last(Map<String, List<String>> query, String name, String fallback) {
    List<String> values = query.getOrDefault(name, List.of());
    return values.isEmpty() ? fallback : values.get(values.size() - 1);
  }

  /** Returns the order as a value of the form. */
  public String orderValue() {
    return (descending ? DESCENDING : "") + order.key();
  }

  /** Returns the order that the button of a column selects. */
  public String orderBy(RunsColumn column) {
    boolean reversed = column == order ? !descending : column.isGreatestFirst();
    return (reversed ? DESCENDING : "") + column.key();
  }

  /** Returns the runs that contain all words, sorted. */
  public List<ListedRun> matching(List<ListedRun> runs) {
    List<String> words = List.of(text.toLowerCase(Locale.ROOT).split("\\s+", -1));
    List<ListedRun> matching = new ArrayList<>();
    for (ListedRun run : runs) {
      String all = RunsColumn.textOf(run).toLowerCase(Locale.ROOT);
      if (words.stream().allMatch(all::contains)) {
        matching.add(run);
      }
    }
    matching.sort(order.comparator(descending).thenComparing(NEWEST_FIRST));
    return matching;
  }

  private static final Comparator<ListedRun> NEWEST_FIRST =
      RunsColumn.START.comparator(true).thenComparing(ListedRun::key);

  /** Returns the selected ones of some runs, the oldest first. */
  public List<ListedRun> selectedOf(List<ListedRun> runs) {
    return runs.stream()
        .filter(run -> selected.contains(run.key()))
        .sorted(NEWEST_FIRST.reversed())
        .toList();
  }
}
