package io.longhaul.report.console;

import io.longhaul.metrics.stability.ChangePoint;
import io.longhaul.report.compare.ConfigurationChange;
import io.longhaul.report.compare.HistoryFigure;
import io.longhaul.report.compare.HistorySeries;
import io.longhaul.report.compare.PastRun;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A history as tables, for the console or in Markdown.
 *
 * @param minEffectPercent the least change of the level that is reported
 */
public record HistoryText(
    HistoryFigure figure, List<HistorySeries> series, double minEffectPercent) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Returns the tables for the console. */
  public String console() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < series.size(); i++) {
      HistorySeries each = series.get(i);
      text.append(title(i)).append('\n');
      differences(each).forEach(line -> text.append("  ").append(line).append('\n'));
      TextTable table = new TextTable(columns());
      for (int run = 0; run < each.runs().size(); run++) {
        table.add(row(each, run));
      }
      text.append(table.text());
      findings(each).forEach(line -> text.append(line).append('\n'));
      text.append('\n');
    }
    return text.append(footnote()).append('\n').toString();
  }

  /** Returns the tables in Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < series.size(); i++) {
      HistorySeries each = series.get(i);
      text.append("**").append(title(i)).append("**\n\n");
      differences(each).forEach(line -> text.append("* ").append(escaped(line)).append('\n'));
      text.append(differences(each).isEmpty() ? "" : "\n");
      appendRow(text, columns());
      appendRow(text, List.of("---", "---", "---:", "---:", "---:", "---"));
      for (int run = 0; run < each.runs().size(); run++) {
        appendRow(text, row(each, run));
      }
      text.append('\n');
      findings(each).forEach(line -> text.append("* ").append(escaped(line)).append('\n'));
      text.append('\n');
    }
    return text.append(footnote()).append('\n').toString();
  }

  /** Returns what a table shows. */
  public String title(int index) {
    int runs = series.get(index).runs().size();
    String which =
        series.size() == 1 ? "" : ", configuration %d of %d".formatted(index + 1, series.size());
    return "%s, %d %s%s".formatted(figure.label(), runs, runs == 1 ? "run" : "runs", which);
  }

  /** Returns the headings of a table. */
  public List<String> columns() {
    return List.of("Run", "Started (UTC)", "Value", "Change", "Level", "Note");
  }

  /** Returns the row of a run. */
  public List<String> row(HistorySeries each, int index) {
    PastRun run = each.runs().get(index);
    return List.of(
        run.name(),
        TIME.format(Instant.ofEpochSecond(0, run.startEpochNanos())),
        value(run.value()),
        change(each.before(index), run.value()),
        value(each.levels().get(index)),
        each.changedAt(index) ? "level changed" : run.doubt());
  }

  /** Returns how the configuration of a series differs from that of the first one. */
  public List<String> differences(HistorySeries each) {
    List<String> differences = new ArrayList<>();
    for (ConfigurationChange change : each.differences()) {
      differences.add(ComparisonText.ofChange(change, " → "));
    }
    return differences;
  }

  /** Returns the changes of the level, as sentences. */
  public List<String> findings(HistorySeries each) {
    List<String> findings = new ArrayList<>();
    for (ChangePoint found : each.changes()) {
      findings.add(
          "The level changed with %s: from %s to %s, %s (p = %.4f)"
              .formatted(
                  each.runs().get(found.index()).name(),
                  value(found.before()),
                  value(found.after()),
                  change(found.before(), found.after()),
                  found.p()));
    }
    if (findings.isEmpty()) {
      findings.add(
          each.isLongEnough()
              ? "The level did not change."
              : "Too few runs to find a change of the level: %d are needed"
                  .formatted(ChangePoint.FEWEST_VALUES));
    }
    return findings;
  }

  private static String value(double value) {
    return Double.isNaN(value) ? Figures.NONE : Figures.of(value);
  }

  private String change(double before, double after) {
    double change = figure.change(before, after);
    if (Double.isNaN(change)) {
      return Figures.NONE;
    }
    return String.format(Locale.ROOT, figure.isInPoints() ? "%+.2f pt" : "%+.1f %%", change);
  }

  /** Returns how to read the tables. */
  public String footnote() {
    return """
        About one of 100 series of equal runs shows a change of its level by chance. Changes of less
        than %s %% are ignored."""
        .formatted(BigDecimal.valueOf(minEffectPercent).stripTrailingZeros().toPlainString());
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|");
  }

  private static void appendRow(StringBuilder text, List<String> cells) {
    text.append("| ")
        .append(String.join(" | ", cells.stream().map(HistoryText::escaped).toList()))
        .append(" |\n");
  }
}
