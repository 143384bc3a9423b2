package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.lib.filter.Filter;
import com.hubspot.jinjava.loader.ResourceNotFoundException;
import com.hubspot.jinjava.objects.SafeString;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * A template of Jinja that writes a body. It may compute and repeat, within bounds, and reads
 * nothing: no file, no other template, no member of a Java object. Immutable, any thread.
 */
final class BodyTemplate {
  private static final int MOST_LOOPS = 1_000_000;
  static final int MOST_CHARS = 64 << 20;
  private static final int DEEPEST = 16;

  /** Jinja's sign for a quote; Jinjava has another, which means the same. */
  private static final String QUOTE = "&#34;";

  private static final String QUOTE_OF_JINJAVA = "&quot;";

  private static final JinjavaConfig SANDBOX =
      JinjavaConfig.newBuilder()
          .withDisabled(
              Map.of(Context.Library.TAG, Set.of("include", "import", "from", "extends", "block")))
          .withNestedInterpretationEnabled(false)
          .withMaxRenderDepth(DEEPEST)
          .withMaxOutputSize(MOST_CHARS)
          .withMaxStringLength(MOST_CHARS)
          .withMaxListSize(MOST_LOOPS)
          .withRangeLimit(MOST_LOOPS)
          .build();

  private final Jinjava jinja;
  private final String source;

  BodyTemplate(String source) {
    this.source = source;
    this.jinja = new Jinjava(SANDBOX);
    jinja.setResourceLocator(
        (name, encoding, interpreter) -> {
          throw new ResourceNotFoundException(name);
        });
    jinja.getGlobalContext().registerFilter(new ToJson());
  }

  /**
   * What the template makes of these values. Values that are written without {@code tojson} are
   * escaped as in HTML, as AIPerf has it.
   *
   * @throws IllegalArgumentException when it cannot be carried out
   */
  String render(Map<String, Object> values) {
    RenderResult result =
        jinja.renderForResult("{% autoescape %}" + source + "{% endautoescape %}", values);
    for (TemplateError error : result.getErrors()) {
      throw new IllegalArgumentException(
          "Invalid payload_template: " + placeOf(error) + error.getMessage());
    }
    return source.contains(QUOTE_OF_JINJAVA)
        ? result.getOutput()
        : result.getOutput().replace(QUOTE_OF_JINJAVA, QUOTE);
  }

  private static String placeOf(TemplateError error) {
    return error.getLineno() > 0 ? "line " + error.getLineno() + ": " : "";
  }

  /** JSON that no HTML can be mistaken for, as Jinja writes it. */
  private static final class ToJson implements Filter {
    @Override
    public String getName() {
      return "tojson";
    }

    @Override
    public Object filter(Object value, JinjavaInterpreter interpreter, String... arguments) {
      if (!isPlain(value)) {
        throw new IllegalArgumentException("tojson: a " + value.getClass().getSimpleName());
      }
      try {
        return new SafeString(
            ForeignJson.MAPPER
                .writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("'", "\\u0027"));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("tojson: " + e.getOriginalMessage(), e);
      }
    }

    /** Whether it is a value of a request, and not an object of Java's. */
    private static boolean isPlain(Object value) {
      return value == null
          || value instanceof CharSequence
          || value instanceof Number
          || value instanceof Boolean
          || value instanceof Collection
          || value instanceof Map;
    }
  }
}
