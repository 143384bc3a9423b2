package io.longhaul.cli.options;

import io.longhaul.sinks.json.ExportLevel;
import java.util.Locale;

/** Converts the value of {@code --export-level}. */
public final class ExportLevelConverter {
  /** The default of AIPerf. */
  public static final String DEFAULT = "records";

  static final String RAW = "raw";

  private ExportLevelConverter() {}

  /**
   * Returns the export level, for commands other than {@code profile}.
   *
   * @throws InvalidOptionsException if the level is unknown
   */
  public static ExportLevel require(String typed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    ExportLevel level = of(typed, problems);
    problems.throwIfAny();
    return level;
  }

  static ExportLevel of(String typed, OptionProblems problems) {
    return switch (typed.toLowerCase(Locale.ROOT)) {
      case "summary" -> ExportLevel.SUMMARY;
      case "records" -> ExportLevel.RECORDS;
      case RAW -> ExportLevel.RAW;
      default -> {
        problems.invalid("--export-level", typed, "summary, records or raw");
        yield ExportLevel.RECORDS;
      }
    };
  }
}
