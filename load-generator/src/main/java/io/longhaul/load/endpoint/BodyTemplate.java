package io.longhaul.load.endpoint;

import com.hubspot.jinjava.Jinjava;
import java.util.Map;

/** A template of Jinja that writes a body. Immutable, any thread. */
final class BodyTemplate {
  /** Jinja's sign for a quote; Jinjava has another, which means the same. */
  private static final String QUOTE = "&#34;";

  private static final String JINJAVA_QUOTE = "&quot;";

  private final Jinjava jinja = JinjaSandbox.engine(false);
  private final String source;

  BodyTemplate(String source) {
    this.source = source;
  }

  /**
   * What the template makes of these values. Values that are written without {@code tojson} are
   * escaped as in HTML, as AIPerf has it.
   *
   * @throws IllegalArgumentException when it cannot be carried out
   */
  String render(Map<String, Object> values) {
    String escaped = "{% autoescape %}" + source + "{% endautoescape %}";
    String rendered = JinjaSandbox.render(jinja, "payload_template", escaped, values);
    return source.contains(JINJAVA_QUOTE) ? rendered : rendered.replace(JINJAVA_QUOTE, QUOTE);
  }
}
