package io.longhaul.config.value;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.report.genaiperf.GenAiPerfEndpoint;
import io.longhaul.sinks.OptionalExport;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Exports for readers of older tools, by the names that options use. */
public final class LegacyExports {
  public static final String EXPORT_FORMAT = "--export-format";
  public static final String OUTPUT_STYLE = "--output-style";

  private LegacyExports() {}

  public static Set<OptionalExport> wanted(
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
  public static void requireKnown(
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
