package io.longhaul.load.endpoint;

import com.hubspot.jinjava.Jinjava;
import java.util.Map;

/** A Jinja template that renders a request body. Immutable and thread-safe. */
final class BodyTemplate {
  /** Jinja's escape for a quote; Jinjava uses an equivalent one. */
  private static final String QUOTE = "&#34;";

  private static final String JINJAVA_QUOTE = "&quot;";

  private final Jinjava jinja = JinjaSandbox.engine(false);
  private final String source;

  BodyTemplate(String source) {
    this.source = source;
  }

  /**
   * Renders the template. As in AIPerf, values without {@code tojson} are HTML-escaped.
   *
   * @throws IllegalArgumentException if rendering fails
   */
  String render(Map<String, Object> values) {
    String escaped = "{% autoescape %}" + source + "{% endautoescape %}";
    String rendered = JinjaSandbox.render(jinja, "payload_template", escaped, values);
    return source.contains(JINJAVA_QUOTE) ? rendered : rendered.replace(JINJAVA_QUOTE, QUOTE);
  }
}
