package io.longhaul.cli.options;

import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.genaiperf.GenAiPerfEndpoint;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Exports for readers of older tools, by the names that options use. */
final class LegacyExports {
  static final String EXPORT_FORMAT = "--export-format";
  static final String OUTPUT_STYLE = "--output-style";

  private LegacyExports() {}

  static Set<OptionalExport> wanted(
      @Nullable String format, @Nullable String style, OptionProblems problems) {
    Set<OptionalExport> also = EnumSet.noneOf(OptionalExport.class);
    if (format != null) {
      switch (format.toLowerCase(Locale.ROOT)) {
        case "genai-perf", "genai_perf" -> also.add(OptionalExport.GENAI_PERF);
        case "aiperf" -> {}
        default -> problems.invalid(EXPORT_FORMAT, format, "aiperf, or genai-perf for both");
      }
    }
    if (style != null) {
      if (style.equals("24.03")) {
        also.add(OptionalExport.RELEASE_24_03);
      } else {
        problems.invalid(OUTPUT_STYLE, style, "24.03, or omit the option");
      }
    }
    return also;
  }

  /** Rejects what GenAI-Perf cannot represent. */
  static void requireKnown(
      String endpointType,
      @Nullable String format,
      Set<OptionalExport> also,
      OptionProblems problems) {
    if (!also.isEmpty() && GenAiPerfEndpoint.named(endpointType).isEmpty()) {
      boolean files = also.contains(OptionalExport.GENAI_PERF);
      problems.invalid(
          files ? EXPORT_FORMAT : OUTPUT_STYLE,
          files ? format : "24.03",
          "it supports " + GenAiPerfEndpoint.allTypedNames() + " only, not " + endpointType);
    }
  }
}
