package io.longhaul.sinks.servers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unit of a server's metric as AIPerf 0.13 finds it: a scale that the description names, else a
 * unit that it names, else what the metric's name ends in.
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

  private record Told(Pattern words, String unit) {
    static Told of(String words, String unit) {
      return new Told(
          Pattern.compile("(?:\\bin\\s+|\\()" + words + "(?:\\b|\\))", Pattern.CASE_INSENSITIVE),
          unit);
    }
  }

  private static final List<Told> TOLD =
      List.of(
          Told.of("seconds?", SECONDS),
          Told.of("(?:milliseconds?|ms)", MILLISECONDS),
          Told.of("(?:nanoseconds?|ns)", NANOSECONDS),
          Told.of("bytes?", BYTES),
          Told.of("GB/s", "gb/s"),
          Told.of("MB/s", "mb/s"),
          Told.of("tokens?/s(?:ec(?:ond)?)?", "tokens/s"),
          Told.of("requests?/s(?:ec(?:ond)?)?", "requests/s"),
          new Told(Pattern.compile("\\bin\\s+tokens?\\b", Pattern.CASE_INSENSITIVE), TOKENS));

  /** The longest ending that fits counts; of two that are equally long only one can fit. */
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
   * The unit by AIPerf's name; empty when nothing tells it.
   *
   * @param name AIPerf's name of the metric
   * @param help what the page says of it
   */
  public static Optional<String> of(String name, String help) {
    if (FROM_0_TO_1.matcher(help).find()) {
      return Optional.of(RATIO);
    }
    if (FROM_0_TO_100.matcher(help).find()) {
      return Optional.of(PERCENT);
    }
    return toldBy(help).or(() -> endingOf(name.toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> toldBy(String help) {
    Matcher tag = IN_BRACKETS.matcher(help);
    if (tag.find() && BY_TAG.containsKey(tag.group(1))) {
      return Optional.of(BY_TAG.get(tag.group(1)));
    }
    return TOLD.stream()
        .filter(told -> told.words().matcher(help).find())
        .map(Told::unit)
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
