package io.longhaul.sinks.parquet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/** What columns of files mean, as far as the documentation of rows does not state it. */
final class ColumnMeaning {
  /** Meaning of the column with the day. */
  static final String OF_DAY = "The day to which the row refers.";

  /** Units by the name of the column, some with that of its group; the first that matches. */
  private static final Map<Pattern, String> UNITS = units();

  private ColumnMeaning() {}

  /** Returns the meaning of a column that is derived from another one, in Markdown. */
  static String of(DerivedColumn derived, String source) {
    String meaning =
        switch (derived) {
          case TIME_OF_NANOS -> "`%s` as a timestamp, rounded down to microseconds.";
          case TIME_OF_MILLIS -> "`%s` as a timestamp.";
          case ROUNDED_SUM -> "`%s` as a double.";
          case LABELS -> "`%s` as a map from the dimension to its value; empty for all requests.";
        };
    return meaning.formatted(source);
  }

  /**
   * Returns the unit of a column; empty for texts, flags, indexes and counts.
   *
   * @param record the record that contains the column
   */
  static Optional<String> unit(Schema record, String column) {
    String name = record.getName() + "." + column;
    return UNITS.entrySet().stream()
        .filter(unit -> unit.getKey().matcher(name).find())
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static Map<Pattern, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put("^Distribution\\.sum_of_squares", "that of the group, squared");
    units.put("^Distribution\\.(sum|min|max|mean|std|p\\d)", "that of the group");
    units.put("^GaugeOverSlice\\.(mean|min|max)", "that of the group");
    units.put("^DistrustCause\\.(value|limit)", "`unit`");
    units.put("^VerdictRow\\.slope_", "`unit` per hour");
    units.put("^VerdictRow\\.(mean|projected|season_amplitude|lowest_)", "`unit`");
    units.put("^VerdictShift\\.(from|to)$", "`unit` of the row");
    units.put("^Server\\w+Row\\.(value|grown|histogram_sum|bucket_bounds)", "that of the metric");
    units.put("^Objective\\.threshold", "display unit of the metric");
    units.put("_epoch_ns$", "ns since 1970");
    units.put("_epoch_ms$", "ms since 1970");
    units.put("_ns$", "ns");
    units.put("_ps$", "ps");
    units.put("_us$", "µs");
    units.put("[._]seconds$", "s");
    units.put("_millionths$", "10^-6 tokens/s");
    units.put("joules_per_good_token$", "J/token");
    units.put("_nanojoules$", "nJ");
    units.put("_joules$", "J");
    units.put("_watts$", "W");
    units.put("_hertz$", "Hz");
    units.put("_percent$", "%");
    units.put("_celsius$", "°C");
    units.put("_ratio$", "0 to 1");
    units.put("_cores$", "cores");
    units.put("[._]bytes(_|$)", "bytes");
    units.put(
        "[._](input|output|reasoning|prompt|completion|cached|total|chunk|length)_tokens",
        "tokens");
    units.put("\\.(token_correction|output_sequence_length)$", "tokens");
    Map<Pattern, String> patterns = new LinkedHashMap<>();
    units.forEach((name, unit) -> patterns.put(Pattern.compile(name), unit));
    return patterns;
  }
}
