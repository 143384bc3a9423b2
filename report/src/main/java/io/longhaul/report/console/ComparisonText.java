package io.longhaul.report.console;

import io.longhaul.report.compare.ComparedRun;
import io.longhaul.report.compare.ConfigurationChange;
import io.longhaul.report.compare.FigureDifference;
import io.longhaul.report.compare.RunComparison;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A comparison of runs as tables, for the console or in Markdown.
 *
 * @param runs the runs, the baseline first
 * @param comparisons each of the other runs with the baseline
 * @param minEffectPercent the minimum effect
 */
public record ComparisonText(
    List<ComparedRun> runs, List<RunComparison> comparisons, double minEffectPercent) {
  /** Headings of the table of runs. */
  public static final List<String> RUN_COLUMNS =
      List.of("Run", "Tool", "Length s", "Valid requests");

  /** A table must fit into a hundred columns. */
  private static final int LONGEST_VALUE = 32;

  /** Returns the tables for the console. */
  public String console() {
    StringBuilder text = new StringBuilder();
    TextTable described = new TextTable(RUN_COLUMNS);
    for (int i = 0; i < runs.size(); i++) {
      described.add(ofRun(i));
    }
    text.append(described.text());
    for (RunComparison comparison : comparisons) {
      TextTable table = new TextTable(header(comparison));
      comparison.figures().forEach(each -> table.add(row(comparison, each)));
      text.append('\n').append(title(comparison)).append('\n').append(table.text());
      if (!comparison.changes().isEmpty()) {
        text.append("\nConfiguration of ")
            .append(comparison.baselineLetter())
            .append(" and ")
            .append(comparison.otherLetter())
            .append('\n');
        for (ConfigurationChange change : comparison.changes()) {
          text.append("  ").append(ofChange(change, " → ")).append('\n');
        }
      }
    }
    return text.append('\n').append(footnote()).append('\n').toString();
  }

  /** Returns the tables in Markdown, with the warnings, for a pull request. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    appendRow(text, RUN_COLUMNS);
    appendRow(text, List.of("---", "---", "---:", "---:"));
    for (int i = 0; i < runs.size(); i++) {
      appendRow(text, ofRun(i));
    }
    for (RunComparison comparison : comparisons) {
      text.append("\n**").append(title(comparison)).append("**\n\n");
      appendRow(text, header(comparison));
      appendRow(text, List.of("---", "---:", "---:", "---:", "---:", "---"));
      comparison.figures().forEach(each -> appendRow(text, row(comparison, each)));
      text.append('\n');
      comparison.warnings().forEach(each -> text.append("* Warning: ").append(each).append('\n'));
      for (ConfigurationChange change : comparison.changes()) {
        text.append("* ").append(ofChange(change, " → ").replace("|", "\\|")).append('\n');
      }
    }
    return text.append('\n').append(footnote()).append('\n').toString();
  }

  /** Returns the row of a run in the table of runs. */
  public List<String> ofRun(int index) {
    ComparedRun run = runs.get(index);
    return List.of(
        RunComparison.letter(index) + "  " + run.name(),
        run.facts().tool(),
        String.format(Locale.ROOT, "%,.0f", run.facts().seconds()),
        Figures.count(run.facts().requests()));
  }

  /** Returns what a table of differences shows. */
  public static String title(RunComparison comparison) {
    return "%s compared with %s".formatted(comparison.otherLetter(), comparison.baselineLetter());
  }

  /** Returns the headings of a table of differences. */
  public static List<String> header(RunComparison comparison) {
    return List.of(
        "Figure",
        comparison.baselineLetter(),
        comparison.otherLetter(),
        "Difference",
        "Margin",
        "Verdict");
  }

  /** Returns the row of a figure in a table of differences. */
  public static List<String> row(RunComparison comparison, FigureDifference each) {
    return List.of(
        each.figure().label(),
        value(each.baseline()),
        value(each.other()),
        difference(each, each.percent(), "%+"),
        difference(each, each.marginPercent(), "±%"),
        verdict(comparison, each));
  }

  private static String verdict(RunComparison comparison, FigureDifference each) {
    return switch (each.verdict()) {
      case NO_DIFFERENCE -> "no difference";
      case BASELINE_BETTER -> comparison.baselineLetter() + " better";
      case OTHER_BETTER -> comparison.otherLetter() + " better";
      case TOO_LITTLE_DATA -> "too little data";
    };
  }

  private static String value(double value) {
    return Double.isNaN(value) ? Figures.NONE : Figures.of(value);
  }

  private static String difference(FigureDifference each, double value, String sign) {
    if (Double.isNaN(value)) {
      return Figures.NONE;
    }
    String text =
        each.figure().isInPoints()
            ? String.format(Locale.ROOT, sign + ".2f pt", value)
            : String.format(Locale.ROOT, sign + ".1f %%", value);
    return text.matches("-0\\.0+ .*") ? "+" + text.substring(1) : text; // rounded to zero
  }

  static String ofChange(ConfigurationChange change, String arrow) {
    return change.path() + ": " + shown(change.before()) + arrow + shown(change.after());
  }

  private static String shown(String value) {
    if (value.isEmpty()) {
      return "none";
    }
    return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE - 1) + "…";
  }

  /** Returns how to read the tables of differences. */
  public String footnote() {
    return """
        In 19 of 20 comparisons of equal runs, all differences of a table are within their margins.
        Differences of less than %s %% count as no difference."""
        .formatted(BigDecimal.valueOf(minEffectPercent).stripTrailingZeros().toPlainString());
  }

  private static void appendRow(StringBuilder text, List<String> cells) {
    List<String> escaped = new ArrayList<>();
    cells.forEach(cell -> escaped.add(cell.replace("|", "\\|")));
    text.append("| ").append(String.join(" | ", escaped)).append(" |\n");
  }
}
