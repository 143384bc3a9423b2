package io.longhaul.sinks.servers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The units of server metrics as AIPerf 0.13 determines them: a scale in the description, else a
 * unit in the description, else the suffix of the metric's name.
 */
public final class MetricUnits {
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

  /**
   * A unit of the metrics.
   *
   * @param name AIPerf's name
   * @param tags what stands in brackets in descriptions
   * @param endings endings of metric names; the longest one that matches counts
   */
  private record Unit(String name, Set<String> tags, Set<String> endings) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("seconds", Set.of("s", "sec"), Set.of("_seconds", "_seconds_total")),
          new Unit("milliseconds", Set.of("ms"), Set.of("_milliseconds", "_ms", "_ms_total")),
          new Unit("microseconds", Set.of("us", "µs"), Set.of()),
          new Unit("nanoseconds", Set.of("ns"), Set.of("_nanoseconds", "_ns", "_ns_total")),
          new Unit("bytes", Set.of("B"), Set.of("_bytes", "_bytes_total")),
          new Unit("kilobytes", Set.of("KiB", "KB"), Set.of("_kilobytes")),
          new Unit("megabytes", Set.of("MiB", "MB"), Set.of("_megabytes")),
          new Unit("gigabytes", Set.of("GiB", "GB"), Set.of("_gigabytes")),
          new Unit("terabytes", Set.of("TB"), Set.of()),
          new Unit("mb/s", Set.of("MB/s"), Set.of()),
          new Unit("gb/s", Set.of("GB/s"), Set.of("_gb_s")),
          new Unit("hertz", Set.of("Hz"), Set.of()),
          new Unit("megahertz", Set.of("MHz"), Set.of()),
          new Unit("gigahertz", Set.of("GHz"), Set.of()),
          new Unit("celsius", Set.of("C", "°C"), Set.of("_celsius")),
          new Unit("fahrenheit", Set.of("F", "°F"), Set.of()),
          new Unit("kelvin", Set.of("K"), Set.of()),
          new Unit("watt", Set.of("W"), Set.of("_watts")),
          new Unit("milliwatt", Set.of("mW"), Set.of()),
          new Unit("joule", Set.of("J"), Set.of("_joules")),
          new Unit("millijoule", Set.of("mJ"), Set.of()),
          new Unit("megajoule", Set.of("MJ"), Set.of()),
          new Unit("percent", Set.of("%", "percent"), Set.of("_percent", "_perc")),
          new Unit("ratio", Set.of(), Set.of("_ratio")),
          new Unit("tokens", Set.of(), Set.of("_tokens", "_tokens_total")),
          new Unit(
              "requests",
              Set.of(),
              Set.of("_requests", "_requests_total", "request_success", "_reqs")),
          new Unit(
              "errors",
              Set.of(),
              Set.of("_errors", "_errors_total", "_error_count", "_error_count_total")),
          new Unit("blocks", Set.of(), Set.of("_blocks", "_blocks_total", "_block_count")),
          new Unit("count", Set.of(), Set.of("_total", "_count")));

  private record Described(Pattern pattern, String unit) {
    static Described of(String pattern, String unit) {
      return new Described(
          Pattern.compile("(?:\\bin\\s+|\\()" + pattern + "(?:\\b|\\))", Pattern.CASE_INSENSITIVE),
          unit);
    }
  }

  private static final List<Described> DESCRIBED =
      List.of(
          Described.of("seconds?", "seconds"),
          Described.of("(?:milliseconds?|ms)", "milliseconds"),
          Described.of("(?:nanoseconds?|ns)", "nanoseconds"),
          Described.of("bytes?", "bytes"),
          Described.of("GB/s", "gb/s"),
          Described.of("MB/s", "mb/s"),
          Described.of("tokens?/s(?:ec(?:ond)?)?", "tokens/s"),
          Described.of("requests?/s(?:ec(?:ond)?)?", "requests/s"),
          new Described(
              Pattern.compile("\\bin\\s+tokens?\\b", Pattern.CASE_INSENSITIVE), "tokens"));

  private MetricUnits() {}

  /**
   * Returns AIPerf's name of the unit; empty if it cannot be determined.
   *
   * @param name AIPerf's name of the metric
   * @param help description on the page
   */
  public static Optional<String> of(String name, String help) {
    if (FROM_0_TO_1.matcher(help).find()) {
      return Optional.of("ratio");
    }
    if (FROM_0_TO_100.matcher(help).find()) {
      return Optional.of("percent");
    }
    return describedBy(help).or(() -> endingOf(name.toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> describedBy(String help) {
    Matcher brackets = IN_BRACKETS.matcher(help);
    String tag = brackets.find() ? brackets.group(1) : "";
    Optional<String> tagged =
        UNITS.stream().filter(unit -> unit.tags().contains(tag)).map(Unit::name).findFirst();
    return tagged.or(() -> describedInWords(help));
  }

  private static Optional<String> describedInWords(String help) {
    return DESCRIBED.stream()
        .filter(described -> described.pattern().matcher(help).find())
        .map(Described::unit)
        .findFirst();
  }

  private static Optional<String> endingOf(String name) {
    String longest = "";
    Optional<String> best = Optional.empty();
    for (Unit unit : UNITS) {
      for (String ending : unit.endings()) {
        if (name.endsWith(ending) && ending.length() > longest.length()) {
          longest = ending;
          best = Optional.of(unit.name());
        }
      }
    }
    return best.isEmpty() && name.contains("num_requests_") ? Optional.of("requests") : best;
  }
}
