package io.longhaul.cli.options;

import io.longhaul.sinks.json.ExportLevel;
import java.util.Locale;

/** How much is exported, as it is typed behind {@code --export-level}. */
public final class ExportLevelConverter {
  /** AIPerf's. */
  public static final String DEFAULT = "records";

  static final String RAW = "raw";

  private ExportLevelConverter() {}

  /**
   * For commands without settings of their own.
   *
   * @throws InvalidOptionsException when it is no level that can be written
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
