package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/**
 * A whole page, which loads nothing from the network.
 *
 * @param title title of the page
 * @param content header and main part
 * @param data what the scripts draw, as JSON
 */
record HtmlPage(String title, HtmlText content, byte[] data) {

  String text() throws IOException {
    PageAssets assets = PageAssets.ofReport();
    HtmlText html = new HtmlText();
    html.markup("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.markup("<meta charset=\"utf-8\">\n");
    html.open("meta", "http-equiv", "Content-Security-Policy", "content", assets.policy());
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title + " – Longhaul");
    html.markup("<style>").markup(assets.style()).markup("</style>").close("head").open("body");
    html.element("a", "Skip to the figures", "href", "#figures", "class", "skip");
    html.markup(content.toString());
    html.open("footer")
        .element("p", assets.credits() + " This page loads nothing from the network.");
    html.markup("<details><summary>License of uPlot</summary>");
    html.element("pre", assets.license()).markup("</details>").close("footer");
    html.markup("<script type=\"application/json\" id=\"data\">");
    // Within JSON, < occurs only in texts, where its escape means the same.
    html.markup(new String(data, UTF_8).replace("<", "\\u003c"));
    html.markup("</script>\n");
    for (String script : assets.scripts()) {
      html.markup("<script>").markup(script).markup("</script>\n");
    }
    return html.close("body").close("html").toString();
  }
}
