package io.longhaul.load.scrape.dcgm;

import io.longhaul.load.scrape.result.DcgmField.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An additional DCGM field that the user requested, in dcgm-exporter's format, with the names that
 * AIPerf derives from it.
 *
 * @param dcgmName name on an exporter's page
 * @param help description, optionally with a unit: {@code SM clock frequency (in MHz).}
 */
public record GpuMetric(String dcgmName, Kind kind, String help) {
  private static final List<String> PREFIXES = List.of("DCGM_FI_DEV_", "DCGM_FI_PROF_");
  private static final Pattern UNIT =
      Pattern.compile("\\(in\\s+([^\\s)]+)\\)", Pattern.CASE_INSENSITIVE);
  private static final Set<String> ACRONYMS =
      Set.of("gpu", "xid", "sm", "nvlink", "pci", "pcie", "cpu", "ram", "vram", "ecc");
  private static final String COUNT = "count";

  /** Units in lower case, and AIPerf's names for them; AIPerf has no binary units. */
  private static final Map<String, String> UNITS =
      Map.ofEntries(
          Map.entry("w", "W"),
          Map.entry("%", "%"),
          Map.entry("percent", "%"),
          Map.entry("gb", "GB"),
          Map.entry("mb", "MB"),
          Map.entry("kb", "KB"),
          Map.entry("gib", "GB"),
          Map.entry("mib", "MB"),
          Map.entry("kib", "KB"),
          Map.entry("mhz", "MHz"),
          Map.entry("ghz", "GHz"),
          Map.entry("c", "°C"),
          Map.entry("°c", "°C"),
          Map.entry("celsius", "°C"),
          Map.entry("us", "us"),
          Map.entry("ms", "ms"),
          Map.entry("s", "sec"),
          Map.entry("mj", "mJ"),
          Map.entry("j", "J"));

  /** Returns the field's name in AIPerf's files. */
  public String key() {
    String suffix = dcgmName;
    for (String prefix : PREFIXES) {
      suffix = suffix.startsWith(prefix) ? suffix.substring(prefix.length()) : suffix;
    }
    return "nvidia_" + suffix.toLowerCase(Locale.ROOT);
  }

  /** Returns the display name: the help text before the parenthesis, with each word capitalized. */
  public String header() {
    String words = help.contains("(") ? help.substring(0, help.indexOf('(')) : help;
    return Arrays.stream((words.isBlank() ? key().replace('_', ' ') : words).strip().split("\\s+"))
        .map(GpuMetric::capitalized)
        .collect(Collectors.joining(" "));
  }

  private static String capitalized(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return ACRONYMS.contains(lower)
        ? lower.toUpperCase(Locale.ROOT)
        : lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1);
  }

  /**
   * Returns the unit that the help text declares as {@code (in UNIT)}, or {@code count} if it
   * declares no known unit.
   */
  public String unit() {
    Matcher declared = UNIT.matcher(help);
    return declared.find()
        ? UNITS.getOrDefault(declared.group(1).toLowerCase(Locale.ROOT), COUNT)
        : COUNT;
  }
}
