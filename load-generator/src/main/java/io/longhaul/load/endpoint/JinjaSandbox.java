package io.longhaul.load.endpoint;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.loader.ResourceNotFoundException;
import java.util.Map;
import java.util.Set;

/**
 * Where templates of Jinja are carried out that others wrote. They may compute and repeat, within
 * bounds, and read nothing: no file, no other template, no member of a Java object.
 */
final class JinjaSandbox {
  static final int MAX_CHARS = 64 << 20;
  private static final int MAX_LOOPS = 1_000_000;
  private static final int MAX_DEPTH = 16;

  private JinjaSandbox() {}

  /**
   * An engine in the sandbox.
   *
   * @param trims whether what stands alone on a line of the template leaves no line behind
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
   * What a template makes of these values.
   *
   * @param label it is called in a sentence
   * @throws IllegalArgumentException when it cannot be carried out
   */
  static String render(Jinjava jinja, String label, String source, Map<String, ?> values) {
    RenderResult result = jinja.renderForResult(source, values);
    for (TemplateError error : result.getErrors()) {
      throw new IllegalArgumentException(
          "Invalid " + label + ": " + locationOf(error) + error.getMessage());
    }
    return result.getOutput();
  }

  private static String locationOf(TemplateError error) {
    return error.getLineno() > 0 ? "line " + error.getLineno() + ": " : "";
  }
}
