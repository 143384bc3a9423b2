package io.longhaul.config.options;

import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.report.json.ServerMetricsFormat;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the collection of server metrics. */
final class ServerMetricsOptions {
  private static final String PAGES = "--server-metrics";
  private static final String FORMATS = "--server-metrics-formats";

  @Option(
      names = {PAGES, "--server-metrics-urls", "--server-metrics-url"},
      paramLabel = "[URL...]",
      hideParamSyntax = true,
      arity = "0..*",
      split = ",",
      description =
          "Additional Prometheus endpoints to scrape. Longhaul detects from the content whether"
              + " an endpoint is a server or a DCGM exporter. The page /metrics of each --url, if"
              + " it exists, is scraped without this option, too, unless --no-server-metrics is"
              + " given.")
  @Nullable List<String> pages;

  @NotWith("--server-metrics")
  @Option(names = "--no-server-metrics", description = "Do not collect server metrics.")
  boolean none;

  @Option(
      names = FORMATS,
      paramLabel = "FORMAT...",
      hideParamSyntax = true,
      arity = "1..*",
      split = ",",
      description =
          "Formats of the file server_metrics_export: json, csv, jsonl, parquet. Does not affect"
              + " server_slices.parquet. Default: json and csv")
  @Nullable List<String> formats;

  /**
   * Returns the pages to scrape, or none if server metrics are off.
   *
   * @param targets base URLs of the servers under load
   */
  ServerMetricsPages pages(List<String> targets, OptionProblems problems) {
    if (none) {
      return ServerMetricsPages.NONE;
    }
    Set<URI> named = new LinkedHashSet<>();
    if (pages != null) {
      pages.stream()
          .filter(text -> !text.isBlank())
          .forEach(
              text ->
                  MetricsPageUrl.of(PAGES, text, "a page of metrics", problems)
                      .ifPresent(named::add));
    }
    Set<URI> ofTargets = new LinkedHashSet<>();
    targets.forEach(url -> ofTargets.add(URI.create(url).resolve(MetricsPageUrl.USUAL_PATH)));
    return new ServerMetricsPages(List.copyOf(named), List.copyOf(ofTargets));
  }

  Set<ServerMetricsFormat> formats(OptionProblems problems) {
    if (formats == null) {
      return ServerMetricsFormat.USUAL;
    }
    Set<ServerMetricsFormat> known = EnumSet.noneOf(ServerMetricsFormat.class);
    for (String word : formats) {
      switch (word.strip().toLowerCase(Locale.ROOT)) {
        case "json" -> known.add(ServerMetricsFormat.JSON);
        case "csv" -> known.add(ServerMetricsFormat.CSV);
        case "jsonl" -> known.add(ServerMetricsFormat.JSONL);
        case "parquet" -> known.add(ServerMetricsFormat.PARQUET);
        default -> problems.invalid(FORMATS, word, "json, csv, jsonl, parquet");
      }
    }
    return known;
  }
}
