package io.longhaul.report.html;

import io.longhaul.report.compare.ComparedFigure;
import io.longhaul.report.console.Figures;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.report.runs.RunsColumn;
import io.longhaul.report.runs.RunsQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The table of all runs. It needs no scripts: each button sends the form, with the selected runs.
 *
 * @param runs all runs
 * @param token the value without which the server rejects requests
 * @param hasSeveralLakes whether the table shows the number of each run's lake
 * @param notes sentences about what may be missing
 * @param againSeconds time after which the browser loads the page again; empty for never
 */
public record RunsPage(
    List<ListedRun> runs,
    RunsQuery query,
    String token,
    boolean hasSeveralLakes,
    List<String> notes,
    OptionalInt againSeconds) {
  /** Content security policy of the page. */
  public static final String POLICY = PlainPage.POLICY;

  private static final int ROWS = 50;

  /** An ID that Longhaul has made is not longer. */
  private static final int LONGEST_IN_ONE_LINE = 20;

  /** Returns the page. */
  public String text() throws IOException {
    List<ListedRun> matching = query.matching(runs);
    int pages = Math.max(1, (matching.size() + ROWS - 1) / ROWS);
    int page = Math.min(query.page(), pages);
    List<ListedRun> shown =
        matching.subList((page - 1) * ROWS, Math.min(page * ROWS, matching.size()));
    HtmlText html = new HtmlText();
    html.open("header").element("h1", "Runs");
    html.element("p", counts(matching), "id", "count");
    notes.forEach(note -> html.element("p", note, "role", "status", "class", "bad"));
    html.close("header").open("main", "id", "content").open("form", "action", "/");
    hidden(html, "token", token);
    hidden(html, RunsQuery.ORDER, query.orderValue());
    filter(html);
    selectedElsewhere(html, shown);
    table(html, shown);
    pages(html, page, pages);
    actions(html);
    html.close("form").close("main");
    html.open("footer")
        .element(
            "p",
            "Percentiles come from histograms; a report has exact ones. Figures of a run in"
                + " progress are in its live view.")
        .close("footer");
    return new PlainPage("Runs", html, againSeconds).text();
  }

  private String counts(List<ListedRun> matching) {
    long inProgress =
        matching.stream().filter(run -> run.status() == ListedRun.Status.IN_PROGRESS).count();
    return "%s of %s runs, %s in progress"
        .formatted(
            Figures.count(matching.size()), Figures.count(runs.size()), Figures.count(inProgress));
  }

  private static void hidden(HtmlText html, String name, String value) {
    html.open("input", "type", "hidden", "name", name, "value", value);
  }

  private void filter(HtmlText html) {
    html.open("p", "role", "search");
    html.element("label", "Words in the table ", "for", "filter");
    html.open(
        "input", "type", "search", "id", "filter", "name", RunsQuery.TEXT, "value", query.text());
    html.markup(" ").element("button", "Filter").close("p");
  }

  /** Runs remain selected while another page is shown. */
  private void selectedElsewhere(HtmlText html, List<ListedRun> shown) {
    List<ListedRun> others =
        query.selectedOf(runs).stream().filter(run -> !shown.contains(run)).toList();
    if (!others.isEmpty()) {
      html.open("fieldset").element("legend", "Also selected");
      for (ListedRun run : others) {
        html.open("label");
        checkbox(html, run);
        html.text(" " + run.runId()).close("label");
      }
      html.close("fieldset");
    }
  }

  private void checkbox(HtmlText html, ListedRun run) {
    String[] attributes = {
      "type", "checkbox", "name", RunsQuery.RUN, "value", run.key(), "aria-label", name(run)
    };
    if (query.selected().contains(run.key())) {
      attributes = Arrays.copyOf(attributes, attributes.length + 2);
      attributes[attributes.length - 2] = "checked";
      attributes[attributes.length - 1] = "";
    }
    html.open("input", attributes);
  }

  private static String name(ListedRun run) {
    return "Select run " + run.runId();
  }

  private void table(HtmlText html, List<ListedRun> shown) {
    html.open("div", "class", "wide", "role", "region", "aria-label", "Runs", "tabindex", "0");
    html.open("table").element("caption", "Runs; a button in the head sorts by its column");
    html.markup("<thead><tr>").element("th", "Select", "scope", "col");
    for (RunsColumn column : RunsColumn.values()) {
      String sort =
          column != query.order() ? "none" : query.descending() ? "descending" : "ascending";
      html.open(
          "th", "scope", "col", "aria-sort", sort, "class", column.isNumber() ? "number" : "");
      html.element(
          "button", column.header(), "name", RunsQuery.ORDER, "value", query.orderBy(column));
      html.close("th");
    }
    if (hasSeveralLakes) {
      html.element("th", "Lake", "scope", "col");
    }
    html.markup("</tr></thead><tbody>\n");
    shown.forEach(run -> row(html, run));
    html.closeTable();
    if (shown.isEmpty() && againSeconds.isEmpty()) {
      html.element("p", runs.isEmpty() ? "There are no runs yet." : "No run has these words.");
    }
  }

  private void row(HtmlText html, ListedRun run) {
    html.open("tr").open("td");
    checkbox(html, run);
    boolean isShort = run.runId().length() <= LONGEST_IN_ONE_LINE;
    html.close("td").open("th", "scope", "row");
    html.element("a", run.runId(), "href", address(run), "class", isShort ? "short" : "");
    html.close("th");
    for (RunsColumn column : RunsColumn.values()) {
      if (column == RunsColumn.STATUS) {
        status(html, run);
      } else if (column != RunsColumn.RUN) {
        html.element("td", column.text(run), "class", styleOf(column));
      }
    }
    if (hasSeveralLakes) {
      html.element("td", String.valueOf(run.lake()));
    }
    html.close("tr");
  }

  private static String styleOf(RunsColumn column) {
    return column.isNumber() ? "number" : column == RunsColumn.TRUSTED ? "" : "words";
  }

  private void status(HtmlText html, ListedRun run) {
    html.open("td", "class", isBad(run) ? "words bad" : "words").text(RunsColumn.STATUS.text(run));
    if (run.status() == ListedRun.Status.IN_PROGRESS) {
      html.text(" – ").element("a", "report so far", "href", below(run, "report"));
    }
    html.close("td");
  }

  private static boolean isBad(ListedRun run) {
    return run.status() == ListedRun.Status.INCOMPLETE
        || run.status() == ListedRun.Status.ABANDONED
        || run.status() == ListedRun.Status.UNREADABLE;
  }

  /** Returns the address of the live view or the report of a run. */
  private String address(ListedRun run) {
    boolean isLive =
        run.status() == ListedRun.Status.IN_PROGRESS || run.status() == ListedRun.Status.STARTING;
    return below(run, isLive ? "dashboard" : "report");
  }

  private String below(ListedRun run, String page) {
    return "/runs/" + run.key() + "/" + page + "?token=" + token;
  }

  private static void pages(HtmlText html, int page, int pages) {
    if (pages > 1) {
      html.open("nav", "aria-label", "Pages of the table");
      turn(html, "First", 1, page > 1);
      turn(html, "Previous", page - 1, page > 1);
      html.element("span", " Page " + page + " of " + Figures.count(pages) + " ");
      turn(html, "Next", page + 1, page < pages);
      turn(html, "Last", pages, page < pages);
      html.close("nav");
    }
  }

  private static void turn(HtmlText html, String text, int page, boolean isPossible) {
    if (isPossible) {
      html.element("button", text, "name", RunsQuery.PAGE, "value", String.valueOf(page));
    }
  }

  private static void actions(HtmlText html) {
    html.open("p", "class", "actions");
    html.element("button", "Compare the selected runs", "formaction", "/compare");
    html.element("button", "Refresh").close("p").open("p", "class", "actions");
    html.element("label", "Figure ", "for", "metric");
    html.open("select", "id", "metric", "name", RunsQuery.METRIC);
    for (ComparedFigure figure : ComparedFigure.values()) {
      if (figure != ComparedFigure.ENERGY_PER_OUTPUT_TOKEN) {
        html.element("option", figure.title(), "value", figure.text());
      }
    }
    html.close("select").markup(" ");
    html.element(
        "button", "History of the selected runs, or of all in the table", "formaction", "/history");
    html.close("p");
  }
}
