package io.longhaul.config.value;

import io.longhaul.config.binding.NearestName;
import io.longhaul.config.binding.Quantities;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import io.longhaul.metrics.MetricUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of metrics on a command line: tags and common abbreviations. Files contain only tags.
 *
 * @param lacking returns why the run does not have a metric, such as {@code needs --streaming}, or
 *     empty if it has the metric
 */
public record MetricNames(Function<Metric, Optional<String>> lacking) implements MetricParser {
  private static final int MOST_SUGGESTIONS = 3;

  /** Server metrics and DCGM fields, as named on their pages. */
  private static final Pattern OF_A_PAGE =
      Pattern.compile("[a-z0-9_]+:.*|(vllm|sglang|trtllm|nv|dcgm)_.*");

  private static final Pattern OF_GPUS =
      Pattern.compile("(.*_)?(gpu|gpus|power|energy|vram|xid)(_.*)?");

  /** A statistic as part of the name, as in {@code p99_ttft}. */
  private static final Pattern WITH_STATISTIC =
      Pattern.compile(
          "(?<before>p[0-9]{1,2}|avg|mean|median|min|max|std)_(?<of>.+)"
              + "|(?<name>.+)_(?<behind>p[0-9]{1,2}|avg|mean|median|min|max|std)");

  /** Each abbreviation and its metric. */
  static final Map<String, Metric> ALIASES = aliases();

  private static Map<String, Metric> aliases() {
    Map<String, Metric> aliases = new LinkedHashMap<>();
    add(aliases, Metric.TIME_TO_FIRST_TOKEN, "ttft");
    add(aliases, Metric.TIME_TO_SECOND_TOKEN, "ttst");
    add(aliases, Metric.TIME_TO_FIRST_OUTPUT_TOKEN, "ttfo", "ttfot");
    add(aliases, Metric.INTER_TOKEN_LATENCY, "itl", "tpot");
    add(aliases, Metric.INTER_CHUNK_LATENCY, "icl");
    add(aliases, Metric.REQUEST_LATENCY, "e2el", "e2e", "e2e_latency", "latency");
    add(aliases, Metric.INPUT_SEQUENCE_LENGTH, "isl");
    add(aliases, Metric.OUTPUT_SEQUENCE_LENGTH, "osl");
    add(aliases, Metric.REQUEST_THROUGHPUT, "rps", "qps");
    add(aliases, Metric.OUTPUT_TOKEN_THROUGHPUT, "tps", "output_tps");
    add(aliases, Metric.TOTAL_TOKEN_THROUGHPUT, "total_tps");
    add(aliases, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, "tps_per_user");
    add(aliases, Metric.REQUEST_ERROR_RATE, "error_rate");
    add(aliases, Metric.ERROR_REQUEST_COUNT, "errors");
    add(aliases, Metric.REQUEST_COUNT, "requests");
    return Collections.unmodifiableMap(aliases);
  }

  private static void add(Map<String, Metric> aliases, Metric metric, String... names) {
    for (String name : names) {
      aliases.put(name, metric);
    }
  }

  @Override
  public Metric metric(String typed) {
    Metric metric =
        find(typed)
            .orElseThrow(() -> new IllegalArgumentException(adviceFor(typed, normalized(typed))));
    Optional<String> reason = lacking.apply(metric);
    if (reason.isPresent()) {
      throw new IllegalArgumentException(metric.tag() + " " + reason.get());
    }
    return metric;
  }

  private static Optional<Metric> find(String typed) {
    String name = normalized(typed);
    return Metric.ofTag(name).or(() -> Optional.ofNullable(ALIASES.get(name)));
  }

  private static String normalized(String typed) {
    return typed.strip().toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /** A plain number has the display unit of its metric; a duration may have a different unit. */
  @Override
  public BigDecimal bound(Metric metric, String text) {
    MetricUnit unit = metric.unit();
    boolean isTime =
        unit == MetricUnit.TIME || unit == MetricUnit.AVERAGED_TIME || unit == MetricUnit.LONG_TIME;
    if (!isTime || Quantities.number(text).isPresent()) {
      return MetricParser.super.bound(metric, text);
    }
    BigDecimal displayNanos =
        unit == MetricUnit.LONG_TIME ? Quantities.NANOS_PER_SECOND : Quantities.NANOS_PER_MILLI;
    return Quantities.nanos(text, displayNanos)
        .map(nanos -> nanos.divide(displayNanos, MathContext.DECIMAL64))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a number of %s instead of %s, %s"
                        .formatted(
                            unit == MetricUnit.LONG_TIME ? "seconds" : "milliseconds",
                            text,
                            Quantities.DURATION_UNITS)));
  }

  private String adviceFor(String typed, String name) {
    if (OF_A_PAGE.matcher(name).matches()) {
      return typed
          + " is a server metric, but conditions apply to metrics of requests;"
          + " server_slices.parquet contains it if --server-metrics scrapes it";
    }
    Matcher withStatistic = WITH_STATISTIC.matcher(name);
    if (withStatistic.matches()) {
      boolean isBefore = withStatistic.group("of") != null;
      Optional<Metric> metric = find(withStatistic.group(isBefore ? "of" : "name"));
      if (metric.isPresent()) {
        String statistic = withStatistic.group(isBefore ? "before" : "behind");
        return "did you mean " + metric.get().tag() + "." + statistic + "?";
      }
    }
    List<String> near = near(name);
    if (!near.isEmpty()) {
      return "there is no metric " + typed + "; did you mean " + Keyword.either(near) + "?";
    }
    if (OF_GPUS.matcher(name).matches()) {
      return typed
          + " is a GPU metric, but conditions apply to metrics of requests; gpu_telemetry_export"
          + " and the lake contain GPU metrics";
    }
    String usual =
        ALIASES.entrySet().stream()
            .filter(alias -> List.of("ttft", "itl", "e2el", "rps", "tps").contains(alias.getKey()))
            .map(alias -> alias.getKey() + " for " + alias.getValue().tag())
            .collect(Collectors.joining(", "));
    return "there is no metric " + typed + "; common ones are " + usual;
  }

  /** Returns similar names first, then names that share words. */
  private List<String> near(String name) {
    Map<String, Metric> names = new LinkedHashMap<>();
    Arrays.stream(Metric.values())
        .filter(metric -> !metric.is(Metric.Flag.INTERNAL))
        .forEach(metric -> names.put(metric.tag(), metric));
    names.putAll(ALIASES);
    Set<String> near = new LinkedHashSet<>();
    NearestName.to(name, names.keySet()).map(names::get).map(Metric::tag).ifPresent(near::add);
    List<String> words = List.of(name.split("_", -1));
    // Metrics of this run first, then those with fewer additional words.
    names.values().stream()
        .distinct()
        .filter(metric -> sharesAll(words, List.of(metric.tag().split("_", -1))))
        .sorted(
            Comparator.comparing((Metric metric) -> lacking.apply(metric).isPresent())
                .thenComparing(metric -> metric.tag().split("_", -1).length))
        .map(Metric::tag)
        .forEach(near::add);
    return near.stream().limit(MOST_SUGGESTIONS).toList();
  }

  private static boolean sharesAll(Collection<String> words, Collection<String> ofTag) {
    return words.stream()
        .allMatch(word -> word.length() > 2 && ofTag.stream().anyMatch(of -> of.startsWith(word)));
  }
}
