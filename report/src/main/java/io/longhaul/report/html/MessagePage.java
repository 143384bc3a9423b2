package io.longhaul.report.html;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * A page with some sentences, such as a problem.
 *
 * @param heading title of the page
 * @param isProblem whether the sentences describe a problem
 * @param allRuns address of the page of all runs
 * @param againSeconds time after which the browser loads the page again; empty for never
 */
public record MessagePage(
    String heading,
    List<String> sentences,
    boolean isProblem,
    String allRuns,
    OptionalInt againSeconds) {
  /** Content security policy of the page. */
  public static final String POLICY = PlainPage.POLICY;

  /** Returns the page. */
  public String text() throws IOException {
    HtmlText html = new HtmlText();
    html.open("header").element("h1", heading).close("header");
    html.open("main", "id", "content");
    sentences.forEach(
        sentence -> html.element("p", sentence, "role", "status", "class", isProblem ? "bad" : ""));
    html.open("p").element("a", "All runs", "href", allRuns).close("p").close("main");
    return new PlainPage(heading, html, againSeconds).text();
  }
}
