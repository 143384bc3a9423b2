package io.longhaul.load.endpoint.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.loader.ResourceNotFoundException;
import java.util.Map;
import java.util.Set;

/**
 * Renders untrusted Jinja templates. They can compute and loop within limits, but cannot access
 * files, other templates or members of Java objects.
 */
final class JinjaSandbox {
  static final int MAX_CHARS = 64 << 20;
  private static final int MAX_LOOPS = 1_000_000;
  private static final int MAX_DEPTH = 16;

  private JinjaSandbox() {}

  /**
   * Returns a sandboxed engine.
   *
   * @param trims whether to remove lines that contain only a tag
   */
  static Jinjava engine(boolean trims) {
    Jinjava jinja =
        new Jinjava(
            JinjavaConfig.newBuilder()
                .withDisabled(
                    Map.of(
                        Context.Library.TAG,
                        Set.of("include", "import", "from", "extends", "block")))
                .withNestedInterpretationEnabled(false)
                .withTrimBlocks(trims)
                .withLstripBlocks(trims)
                .withMaxRenderDepth(MAX_DEPTH)
                .withMaxOutputSize(MAX_CHARS)
                .withMaxStringLength(MAX_CHARS)
                .withMaxListSize(MAX_LOOPS)
                .withRangeLimit(MAX_LOOPS)
                .build());
    jinja.setResourceLocator(
        (name, encoding, interpreter) -> {
          throw new ResourceNotFoundException(name);
        });
    jinja.getGlobalContext().registerFilter(new ToJsonFilter());
    return jinja;
  }

  /**
   * Renders a template.
   *
   * @param label name of the template in error messages
   * @throws IllegalArgumentException if rendering fails
   */
  static String render(Jinjava jinja, String label, String source, Map<String, ?> values) {
    RenderResult result = jinja.renderForResult(source, values);
    for (TemplateError error : result.getErrors()) {
      String location = error.getLineno() > 0 ? "line " + error.getLineno() + ": " : "";
      throw new IllegalArgumentException("Invalid " + label + ": " + location + error.getMessage());
    }
    return result.getOutput();
  }
}
