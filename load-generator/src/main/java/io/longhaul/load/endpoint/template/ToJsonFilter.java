package io.longhaul.load.endpoint.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import com.hubspot.jinjava.objects.SafeString;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.util.Collection;
import java.util.Map;

/** Jinja's {@code tojson} filter, which escapes characters with a meaning in HTML. */
final class ToJsonFilter implements Filter {
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
          UntrustedJson.MAPPER
              .writeValueAsString(value)
              .replace("<", "\\u003c")
              .replace(">", "\\u003e")
              .replace("&", "\\u0026")
              .replace("'", "\\u0027"));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("tojson: " + e.getOriginalMessage(), e);
    }
  }

  /** Returns whether this is a plain value of a request, and not an arbitrary Java object. */
  private static boolean isPlain(Object value) {
    return value == null
        || value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Collection
        || value instanceof Map;
  }
}
