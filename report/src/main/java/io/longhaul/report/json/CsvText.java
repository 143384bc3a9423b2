package io.longhaul.report.json;

import io.longhaul.metrics.stats.NumberText;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a CSV file in AIPerf's dialect: lines end with CR LF, cells are quoted only if necessary,
 * numbers have two decimals. A text that a spreadsheet would evaluate as a formula is preceded by
 * an apostrophe.
 */
public final class CsvText {
  private static final String LINE_END = "\r\n";
  private static final String FORMULA_STARTS = "=+-@\t\r";

  private final StringBuilder text = new StringBuilder();
  private boolean atLineStart = true;

  /** Adds a text cell. */
  public CsvText text(String value) {
    boolean formula = !value.isEmpty() && FORMULA_STARTS.indexOf(value.charAt(0)) >= 0;
    return cell(quoted(formula ? "'" + value : value));
  }

  public CsvText texts(List<String> values) {
    values.forEach(this::text);
    return this;
  }

  public CsvText integer(long value) {
    return cell(Long.toString(value));
  }

  /** Adds a number with two decimals, or an empty cell for null. */
  public CsvText number(@Nullable Double value) {
    return cell(value == null ? "" : NumberText.twoDecimals(value));
  }

  /** Adds a number with the given decimals, or an empty cell for NaN. */
  public CsvText number(double value, int decimals) {
    return cell(Double.isNaN(value) ? "" : NumberText.decimals(value, decimals));
  }

  /** Adds a number with two decimals and thousands separators. */
  public CsvText groupedNumber(double value) {
    return cell(quoted(NumberText.grouped(value)));
  }

  /** Adds all statistics of a metric in AIPerf's columns. */
  public CsvText statistics(AiperfResult result) {
    Statistic.CSV_COLUMNS.forEach(column -> number(result.statistics().get(column)));
    return this;
  }

  /** Adds a comment line, which ends with LF alone as in AIPerf. */
  public void comment(String comment) {
    text.append(comment.isEmpty() ? "#" : "# " + comment).append('\n');
  }

  public void endLine() {
    text.append(LINE_END);
    atLineStart = true;
  }

  private CsvText cell(String cell) {
    if (!atLineStart) {
      text.append(',');
    }
    text.append(cell);
    atLineStart = false;
    return this;
  }

  private static String quoted(String value) {
    boolean needed = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return needed ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  public void replace(Path file) throws IOException {
    AtomicFile.replace(file, out -> out.write(toString().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
