package io.longhaul.sinks.json;

import io.longhaul.metrics.stats.NumberText;
import io.longhaul.sinks.report.AiperfResult;
import io.longhaul.sinks.report.Statistic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * One CSV file in the making, in AIPerf's dialect: lines end with CR LF, cells are quoted only when
 * they must be, numbers have two decimals. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
final class CsvText {
  private static final String LINE_END = "\r\n";
  private static final String FORMULA_STARTS = "=+-@\t\r";

  private final StringBuilder text = new StringBuilder();
  private boolean atLineStart = true;

  /** A cell of words. */
  CsvText word(String word) {
    boolean formula = !word.isEmpty() && FORMULA_STARTS.indexOf(word.charAt(0)) >= 0;
    return cell(quoted(formula ? "'" + word : word));
  }

  CsvText words(List<String> words) {
    words.forEach(this::word);
    return this;
  }

  CsvText integer(long value) {
    return cell(Long.toString(value));
  }

  /** A number with two decimals; nothing when there is none. */
  CsvText number(Double value) {
    return cell(value == null ? "" : NumberText.twoDecimals(value));
  }

  /** A number with so many decimals; what is none is empty. */
  CsvText number(double value, int decimals) {
    return cell(Double.isNaN(value) ? "" : NumberText.decimals(value, decimals));
  }

  /** A number with two decimals and commas between thousands. */
  CsvText groupedNumber(double value) {
    return cell(quoted(NumberText.grouped(value)));
  }

  /** All statistics of a metric, in the columns of AIPerf. */
  CsvText statistics(AiperfResult result) {
    Statistic.CSV_COLUMNS.forEach(column -> number(result.statistics().get(column)));
    return this;
  }

  /** A line that is no cell of a table; as AIPerf writes them, it ends with LF alone. */
  void comment(String words) {
    text.append(words.isEmpty() ? "#" : "# " + words).append('\n');
  }

  void endLine() {
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

  private static String quoted(String word) {
    boolean needed = word.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return needed ? '"' + word.replace("\"", "\"\"") + '"' : word;
  }

  void replace(Path file) throws IOException {
    AtomicFile.replace(file, out -> out.write(toString().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
