package io.longhaul.cli.options;

import io.longhaul.sinks.json.ExportLevel;
import java.util.Locale;

/** How much is exported, as it is typed behind {@code --export-level}. */
public final class TypedExportLevel {
  /** AIPerf's. */
  public static final String DEFAULT = "records";

  private TypedExportLevel() {}

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
      case "raw" -> refuse(typed, "what was asked and answered is not kept; ", problems);
      default -> refuse(typed, "", problems);
    };
  }

  private static ExportLevel refuse(String typed, String why, OptionProblems problems) {
    problems.invalid("--export-level", typed, why + "summary or records");
    return ExportLevel.RECORDS;
  }
}
