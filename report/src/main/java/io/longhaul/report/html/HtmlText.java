package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import java.util.ArrayList;
import java.util.List;

/** Builds HTML; every text and every attribute is escaped. For one thread. */
final class HtmlText {
  private final StringBuilder html = new StringBuilder();
  private final List<Heading> headings = new ArrayList<>();

  /** The heading of a section. */
  private record Heading(String id, String text) {}

  /** Writes a part of a section. */
  @FunctionalInterface
  interface Part {
    void write();
  }

  /** Adds markup that contains no text of a user or a server. */
  HtmlText markup(String trusted) {
    html.append(trusted);
    return this;
  }

  HtmlText text(String text) {
    // A number and its percent sign remain in one line.
    html.append(escaped(text).replace(" %", "&nbsp;%"));
    return this;
  }

  /**
   * Starts an element.
   *
   * @param attributes names and values in turn
   */
  HtmlText open(String tag, String... attributes) {
    html.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      html.append(' ').append(attributes[i]);
      html.append("=\"").append(escaped(attributes[i + 1])).append('"');
    }
    html.append('>');
    return this;
  }

  HtmlText close(String tag) {
    html.append("</").append(tag).append(tag.equals("span") ? ">" : ">\n");
    return this;
  }

  /** Adds an element with a text; attributes as in {@link #open}. */
  HtmlText element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close(tag);
  }

  /** Adds a section with a heading, which labels it for screen readers. */
  HtmlText section(String id, String heading, Part content) {
    open("section", "id", id, "aria-labelledby", id + "-heading");
    element("h2", heading, "id", id + "-heading");
    headings.add(new Heading(id, heading));
    content.write();
    return close("section");
  }

  /** Adds another text, after links to its sections. */
  HtmlText withContents(HtmlText other) {
    open("nav", "class", "contents", "aria-label", "Sections").open("ul");
    for (Heading each : other.headings) {
      open("li").element("a", each.text(), "href", "#" + each.id()).close("li");
    }
    close("ul").close("nav");
    html.append(other.html);
    return this;
  }

  /** Adds a list; nothing if it is empty. */
  HtmlText list(List<String> items) {
    if (!items.isEmpty()) {
      open("ul");
      items.forEach(item -> element("li", item));
      close("ul");
    }
    return this;
  }

  /** Starts a table, which scrolls by itself if the screen is too narrow. */
  HtmlText openTable(String caption, List<String> columns) {
    open("div", "class", "wide", "role", "region", "aria-label", caption, "tabindex", "0");
    open("table").element("caption", caption).markup("<thead><tr>");
    columns.forEach(column -> element("th", column, "scope", "col"));
    return markup("</tr></thead><tbody>\n");
  }

  HtmlText closeTable() {
    return markup("</tbody></table></div>\n");
  }

  /** Adds a row of texts, the first of which is its heading. */
  HtmlText row(List<String> cells) {
    markup("<tr>").element("th", cells.get(0), "scope", "row");
    cells.subList(1, cells.size()).forEach(cell -> element("td", cell));
    return markup("</tr>\n");
  }

  /**
   * Adds a figure of {@code longhaul.json}. The attribute {@code data-figure} contains its place in
   * the document.
   *
   * @param pointer JSON pointer of the figure
   */
  HtmlText figure(JsonNode run, String pointer) {
    return element("span", Figures.of(run.at(pointer)), "data-figure", pointer);
  }

  /** Adds a count of {@code longhaul.json}, like {@link #figure}. */
  HtmlText count(JsonNode run, String pointer) {
    return element("span", Figures.count(run.at(pointer)), "data-count", pointer);
  }

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  @Override
  public String toString() {
    return html.toString();
  }
}
