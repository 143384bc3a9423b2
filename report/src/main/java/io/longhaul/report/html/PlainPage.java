package io.longhaul.report.html;

import java.io.IOException;
import java.util.OptionalInt;

/**
 * A whole page without scripts.
 *
 * @param title title of the page
 * @param content header and main part
 * @param againSeconds time after which the browser loads the page again; empty for never
 */
record PlainPage(String title, HtmlText content, OptionalInt againSeconds) {
  /** Content security policy: nothing is loaded, and forms lead to the same server only. */
  static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none';"
          + " base-uri 'none'";

  String text() throws IOException {
    HtmlText html = new HtmlText();
    html.markup("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.markup("<meta charset=\"utf-8\">\n");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    if (againSeconds.isPresent()) {
      html.open("meta", "http-equiv", "refresh", "content", "" + againSeconds.getAsInt());
    }
    html.element("title", title + " – Longhaul");
    html.markup("<style>").markup(PageAssets.text("report.css")).markup("</style>");
    html.close("head").open("body", "class", "runs");
    html.element("a", "Skip to the content", "href", "#content", "class", "skip");
    html.markup(content.toString());
    return html.close("body").close("html").toString();
  }
}
