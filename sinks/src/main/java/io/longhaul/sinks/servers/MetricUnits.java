package io.longhaul.sinks.servers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The units of server metrics as AIPerf 0.13 determines them: a scale in the description, else a
 * unit in the description, else the suffix of the metric's name.
 */
public final class MetricUnits {
  private static final String SECONDS = "seconds";
  private static final String MILLISECONDS = "milliseconds";
  private static final String NANOSECONDS = "nanoseconds";
  private static final String BYTES = "bytes";
  private static final String KILOBYTES = "kilobytes";
  private static final String MEGABYTES = "megabytes";
  private static final String GIGABYTES = "gigabytes";
  private static final String TOKENS = "tokens";
  private static final String REQUESTS = "requests";
  private static final String RATIO = "ratio";
  private static final String PERCENT = "percent";

  private static final String TO_ONE = "0(?:\\.0)?\\s*(?:[-–—]+|to)\\s*1(?:\\.0)?";
  private static final Pattern FROM_0_TO_1 =
      Pattern.compile(
          "\\(%s\\)|\\b%s\\b|(?:\\b|\\()1(?:\\.0)?\\s*(?:means|is|equals?|==?)\\s*100\\s*(?:%%|percent)"
              .formatted(TO_ONE, TO_ONE),
          Pattern.CASE_INSENSITIVE);
  private static final Pattern FROM_0_TO_100 =
      Pattern.compile(
          "\\(0(?:\\.0)?\\s*(?:[-–—]+|to)\\s*100(?:\\.0)?\\)"
              + "|\\brange\\s+0\\s*(?:[-–—]+|to)\\s*100\\b|\\b0\\s*(?:[-–—]+|to)\\s*100\\s*%",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern IN_BRACKETS = Pattern.compile("\\(in\\s+([^\\s)]+)\\)");
  private static final Map<String, String> BY_TAG =
      Map.ofEntries(
          Map.entry("MiB", MEGABYTES),
          Map.entry("GiB", GIGABYTES),
          Map.entry("KiB", KILOBYTES),
          Map.entry("B", BYTES),
          Map.entry("MB", MEGABYTES),
          Map.entry("GB", GIGABYTES),
          Map.entry("KB", KILOBYTES),
          Map.entry("TB", "terabytes"),
          Map.entry("C", "celsius"),
          Map.entry("°C", "celsius"),
          Map.entry("F", "fahrenheit"),
          Map.entry("°F", "fahrenheit"),
          Map.entry("K", "kelvin"),
          Map.entry("Hz", "hertz"),
          Map.entry("MHz", "megahertz"),
          Map.entry("GHz", "gigahertz"),
          Map.entry("W", "watt"),
          Map.entry("mW", "milliwatt"),
          Map.entry("J", "joule"),
          Map.entry("mJ", "millijoule"),
          Map.entry("MJ", "megajoule"),
          Map.entry("s", SECONDS),
          Map.entry("sec", SECONDS),
          Map.entry("ms", MILLISECONDS),
          Map.entry("ns", NANOSECONDS),
          Map.entry("us", "microseconds"),
          Map.entry("µs", "microseconds"),
          Map.entry("GB/s", "gb/s"),
          Map.entry("MB/s", "mb/s"),
          Map.entry("%", PERCENT),
          Map.entry("percent", PERCENT));

  private record Described(Pattern pattern, String unit) {
    static Described of(String pattern, String unit) {
      return new Described(
          Pattern.compile("(?:\\bin\\s+|\\()" + pattern + "(?:\\b|\\))", Pattern.CASE_INSENSITIVE),
          unit);
    }
  }

  private static final List<Described> DESCRIBED =
      List.of(
          Described.of("seconds?", SECONDS),
          Described.of("(?:milliseconds?|ms)", MILLISECONDS),
          Described.of("(?:nanoseconds?|ns)", NANOSECONDS),
          Described.of("bytes?", BYTES),
          Described.of("GB/s", "gb/s"),
          Described.of("MB/s", "mb/s"),
          Described.of("tokens?/s(?:ec(?:ond)?)?", "tokens/s"),
          Described.of("requests?/s(?:ec(?:ond)?)?", "requests/s"),
          new Described(Pattern.compile("\\bin\\s+tokens?\\b", Pattern.CASE_INSENSITIVE), TOKENS));

  /** The longest matching suffix is used; only one of equally long suffixes can match. */
  private static final Map<String, String> BY_ENDING =
      Map.ofEntries(
          Map.entry("_seconds", SECONDS),
          Map.entry("_seconds_total", SECONDS),
          Map.entry("_milliseconds", MILLISECONDS),
          Map.entry("_ms", MILLISECONDS),
          Map.entry("_ms_total", MILLISECONDS),
          Map.entry("_nanoseconds", NANOSECONDS),
          Map.entry("_ns", NANOSECONDS),
          Map.entry("_ns_total", NANOSECONDS),
          Map.entry("_bytes", BYTES),
          Map.entry("_kilobytes", KILOBYTES),
          Map.entry("_megabytes", MEGABYTES),
          Map.entry("_gigabytes", GIGABYTES),
          Map.entry("_bytes_total", BYTES),
          Map.entry("_total", "count"),
          Map.entry("_count", "count"),
          Map.entry("_tokens", TOKENS),
          Map.entry("_tokens_total", TOKENS),
          Map.entry("_requests", REQUESTS),
          Map.entry("_requests_total", REQUESTS),
          Map.entry("request_success", REQUESTS),
          Map.entry("_errors", "errors"),
          Map.entry("_errors_total", "errors"),
          Map.entry("_error_count", "errors"),
          Map.entry("_error_count_total", "errors"),
          Map.entry("_reqs", REQUESTS),
          Map.entry("_blocks", "blocks"),
          Map.entry("_blocks_total", "blocks"),
          Map.entry("_block_count", "blocks"),
          Map.entry("_gb_s", "gb/s"),
          Map.entry("_ratio", RATIO),
          Map.entry("_percent", PERCENT),
          Map.entry("_perc", PERCENT),
          Map.entry("_celsius", "celsius"),
          Map.entry("_joules", "joule"),
          Map.entry("_watts", "watt"));

  private MetricUnits() {}

  /**
   * Returns AIPerf's name of the unit; empty if it cannot be determined.
   *
   * @param name AIPerf's name of the metric
   * @param help description on the page
   */
  public static Optional<String> of(String name, String help) {
    if (FROM_0_TO_1.matcher(help).find()) {
      return Optional.of(RATIO);
    }
    if (FROM_0_TO_100.matcher(help).find()) {
      return Optional.of(PERCENT);
    }
    return describedBy(help).or(() -> endingOf(name.toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> describedBy(String help) {
    Matcher tag = IN_BRACKETS.matcher(help);
    if (tag.find() && BY_TAG.containsKey(tag.group(1))) {
      return Optional.of(BY_TAG.get(tag.group(1)));
    }
    return DESCRIBED.stream()
        .filter(described -> described.pattern().matcher(help).find())
        .map(Described::unit)
        .findFirst();
  }

  private static Optional<String> endingOf(String name) {
    String longest = "";
    for (String ending : BY_ENDING.keySet()) {
      if (name.endsWith(ending) && ending.length() > longest.length()) {
        longest = ending;
      }
    }
    if (longest.isEmpty() && name.contains("num_requests_")) {
      return Optional.of(REQUESTS);
    }
    return Optional.ofNullable(BY_ENDING.get(longest));
  }
}
