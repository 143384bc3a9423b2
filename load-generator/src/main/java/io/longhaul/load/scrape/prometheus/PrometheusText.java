package io.longhaul.load.scrape.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.scrape.result.ScrapeException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the Prometheus text format, version 0.0.4: lines such as {@code name{label="value"} 1.5
 * 1700000000000}, preceded by {@code # HELP} and {@code # TYPE} lines.
 *
 * <p>A page is accepted or rejected as a whole, as in Prometheus. It is rejected if a line is
 * malformed, the last line is not terminated (the page was truncated), a series occurs twice, or
 * there are too many series. Exemplars and quoted names, which later formats allow, are rejected
 * too.
 */
public final class PrometheusText {

  /** Maximum number of samples on a page. */
  static final int MAX_SAMPLES = 100_000;

  /** Maximum number of labels of a sample. */
  static final int MAX_LABELS = 64;

  /** Maximum length of an error message, because it may quote the page. */
  private static final int MAX_PROBLEM_CHARS = 200;

  private static final Set<String> TYPES =
      Set.of("counter", "gauge", "histogram", "summary", "untyped", "unknown", "info");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern TIMESTAMP = Pattern.compile("-?[0-9]{1,18}");

  private final String text;
  private final List<PrometheusSample> samples = new ArrayList<>();
  private final Set<Series> seen = new HashSet<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> help = new HashMap<>();

  private int line;
  private int at;
  private int lineEnd;

  private PrometheusText(String text) {
    this.text = text;
  }

  /**
   * Parses a page.
   *
   * @param page the page in UTF-8
   * @throws ScrapeException naming the first malformed line
   */
  public static MetricsPage parse(byte[] page) throws ScrapeException {
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(page)).toString();
    } catch (CharacterCodingException e) {
      throw ScrapeException.malformed(1, "not UTF-8");
    }
    return new PrometheusText(text).readPage();
  }

  private MetricsPage readPage() throws ScrapeException {
    while (at < text.length()) {
      line++;
      lineEnd = text.indexOf('\n', at);
      if (lineEnd < 0) {
        throw problem("it is not terminated (the page is truncated)");
      }
      readLine();
      at = lineEnd + 1;
    }
    return new MetricsPage(
        Collections.unmodifiableList(samples),
        Collections.unmodifiableMap(types),
        Collections.unmodifiableMap(help));
  }

  private void readLine() throws ScrapeException {
    skipBlanks();
    if (at == lineEnd) {
      return;
    }
    if (text.charAt(at) == '#') {
      readComment();
      return;
    }
    String name = readName(true);
    Map<String, String> labels = readLabels();
    skipBlanks();
    double value = readValue(readWord("a value"));
    Long timestamp = at == lineEnd ? null : readTimestamp(readWord("a timestamp"));
    if (at != lineEnd) {
      throw problem("unexpected text after the value and the timestamp");
    }
    if (!seen.add(new Series(name, labels))) {
      throw problem("series " + name + labels + " is duplicated");
    }
    if (samples.size() == MAX_SAMPLES) {
      throw problem("more than " + MAX_SAMPLES + " samples");
    }
    samples.add(new PrometheusSample(name, labels, value, timestamp));
  }

  /** Only {@code # TYPE} and {@code # HELP} have a meaning; other comments are ignored. */
  private void readComment() throws ScrapeException {
    String comment = text.substring(at + 1, lineEnd).strip();
    String[] words = comment.split("[ \t]+", -1);
    if (words[0].equals("HELP") && words.length > 1) {
      help.put(words[1], helpIn(comment.split("[ \t]+", 3)));
    }
    if (!words[0].equals("TYPE")) {
      return;
    }
    if (words.length != 3 || !TYPES.contains(words[2])) {
      throw problem("a TYPE line without a metric name and one of " + sorted(TYPES));
    }
    types.put(words[1], words[2]);
  }

  private static String helpIn(String[] words) {
    return words.length < 3 ? "" : words[2].replace("\\n", "\n").replace("\\\\", "\\");
  }

  private Map<String, String> readLabels() throws ScrapeException {
    skipBlanks();
    if (at == lineEnd || text.charAt(at) != '{') {
      return Map.of();
    }
    at++;
    Map<String, String> labels = new LinkedHashMap<>();
    skipBlanks();
    while (!skip('}')) {
      String label = readName(false);
      skipBlanks();
      require(skip('='), "a label without =");
      skipBlanks();
      require(skip('"'), "a label value without an opening quote");
      if (labels.put(label, readQuoted()) != null) {
        throw problem("label " + label + " is duplicated");
      }
      require(labels.size() <= MAX_LABELS, "more than " + MAX_LABELS + " labels");
      skipBlanks();
      boolean another = skip(',');
      skipBlanks();
      require(another || (at < lineEnd && text.charAt(at) == '}'), "labels without , or }");
    }
    return Collections.unmodifiableMap(labels);
  }

  private String readName(boolean ofMetric) throws ScrapeException {
    int start = at;
    while (at < lineEnd && isNameCharacter(text.charAt(at), ofMetric, at == start)) {
      at++;
    }
    if (at == start) {
      throw problem(ofMetric ? "it does not start with a metric name" : "a label without a name");
    }
    return text.substring(start, at);
  }

  private static boolean isNameCharacter(char character, boolean ofMetric, boolean first) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '_'
        || (character == ':' && ofMetric)
        || (character >= '0' && character <= '9' && !first);
  }

  private String readQuoted() throws ScrapeException {
    StringBuilder value = new StringBuilder();
    while (at < lineEnd) {
      char character = text.charAt(at++);
      if (character == '"') {
        return value.toString();
      }
      value.append(character == '\\' ? readEscaped() : character);
    }
    throw problem("a label value without a closing quote");
  }

  private char readEscaped() throws ScrapeException {
    char escaped = at < lineEnd ? text.charAt(at++) : '\n';
    return switch (escaped) {
      case '\\', '"' -> escaped;
      case 'n' -> '\n';
      default -> throw problem("a backslash before something else than \\, \" or n");
    };
  }

  private String readWord(String what) throws ScrapeException {
    int start = at;
    while (at < lineEnd && !isBlank(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw problem("missing " + what);
    }
    String word = text.substring(start, at);
    skipBlanks();
    return word;
  }

  private double readValue(String word) throws ScrapeException {
    return number(word).orElseThrow(() -> problem("value " + word + " is not a number"));
  }

  /** Parses a number, which may be NaN or infinite; empty if it is not a number. */
  public static OptionalDouble number(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> OptionalDouble.of(Double.NaN);
      case "inf", "+inf", "infinity", "+infinity" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
      case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
      default ->
          DECIMAL.matcher(word).matches()
              ? OptionalDouble.of(Double.parseDouble(word))
              : OptionalDouble.empty();
    };
  }

  private long readTimestamp(String word) throws ScrapeException {
    if (!TIMESTAMP.matcher(word).matches()) {
      throw problem("timestamp " + word + " is not an integer number of milliseconds");
    }
    return Long.parseLong(word);
  }

  private void skipBlanks() {
    while (at < lineEnd && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private boolean skip(char expected) {
    if (at < lineEnd && text.charAt(at) == expected) {
      at++;
      return true;
    }
    return false;
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t';
  }

  private static List<String> sorted(Set<String> words) {
    return words.stream().sorted().toList();
  }

  private void require(boolean holds, String otherwise) throws ScrapeException {
    if (!holds) {
      throw problem(otherwise);
    }
  }

  private ScrapeException problem(String problem) {
    boolean isLong = problem.length() > MAX_PROBLEM_CHARS;
    return ScrapeException.malformed(
        line, isLong ? problem.substring(0, MAX_PROBLEM_CHARS) + "…" : problem);
  }

  /** The identity of a series. The order of labels is irrelevant. */
  private record Series(String name, Map<String, String> labels) {}
}
