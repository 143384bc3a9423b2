package io.longhaul.report.html;

import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.SliceRow;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern FIGURE =
      Pattern.compile("<span data-(figure|count)=\"([^\"]+)\">([^<]*)</span>");

  /** A reference that a browser would load: only the licences name addresses, as text. */
  private static final Pattern LOADED =
      Pattern.compile("(src|href|action|data|poster)=\"(?!#)|url\\(|@import|<link|<iframe|<img");

  /** The same run for all that only reads its page. */
  private static ExportLayout layout;

  @TempDir Path folder;

  @BeforeAll
  static void writeRun(@TempDir Path ofRun) throws IOException {
    layout = PageRun.written(ofRun);
  }

  @Test
  void everyFigureIsThatOfLonghaulJson() throws IOException {
    JsonNode run = MAPPER.readTree(layout.longhaulJson().toFile());

    List<MatchResult> figures = FIGURE.matcher(page(layout)).results().toList();

    assertThat(figures)
        .hasSizeGreaterThan(100)
        .allSatisfy(
            figure -> {
              JsonNode value = run.at(figure.group(2));
              String expected =
                  figure.group(1).equals("count") ? Figures.count(value) : Figures.of(value);
              assertThat(value.isNumber()).as(figure.group(2)).isTrue();
              assertThat(figure.group(3)).as(figure.group(2)).isEqualTo(expected);
            });
    assertThat(figures)
        .extracting(figure -> figure.group(2))
        .contains(
            "/metrics/time_to_first_token/p99",
            "/metrics/inter_token_latency/p99",
            "/metrics/request_latency/p99",
            "/metrics/output_token_throughput/value",
            "/metrics/request_throughput/value",
            "/goodput/good_requests_per_second",
            "/accounting/ok");
  }

  @Test
  void theVerdictSumsUpTheRun() throws IOException {
    assertThat(page(layout))
        .contains(
            "Failed: request_latency.p99&gt;100: the value is ",
            ". The run is complete, but 1 of 12 slices cannot be trusted. 39.13&nbsp;% of all"
                + " requests met every objective.");
  }

  @Test
  void eachMainFigureWarnsOfSlicesThatCannotBeTrusted() throws IOException {
    String page = page(layout);
    String figures = page.substring(page.indexOf("id=\"figures\""), page.indexOf("id=\"trust\""));

    assertThat(figures.split("<li>", -1).length - 1)
        .isEqualTo(figures.split("⚠ 1 of 12 slices not trusted", -1).length - 1)
        .isEqualTo(5);
    assertThat(page)
        .contains("p99 is close to the highest of ")
        .containsSubsequence("Worst slices first", "0:00:01 to 0:00:02", "the generator paused")
        .containsSubsequence("<caption>Reasons", "the generator paused", "0:00:01 to 0:00:02");
  }

  @Test
  void allMetricsHaveTheirFormulasByTopic() throws IOException {
    String page = page(layout);

    assertThat(page)
        .containsSubsequence(
            "<summary>Latency (", "<span class=\"formula\">first chunk - start</span>")
        .containsSubsequence("Request Latency (error-adjusted)", "<td>infinite</td>")
        .contains("<span data-count=\"/metrics/request_count/value\">40</span>");
  }

  @Test
  void textsOfUsersAndServersCannotBecomeMarkup() throws IOException {
    String page = page(layout);

    assertThat(page).doesNotContain("<img").doesNotContain("<!--");
    assertThat(page.split("</script>", -1)).hasSize(4);
    assertThat(page)
        .contains("model &lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&lt;!--")
        .contains("message &lt;/script&gt;")
        .contains("reason &lt;/script&gt;")
        .contains("http://host/&lt;/script&gt;")
        .contains("Mark: mark &lt;/script&gt;")
        .contains("stopped &lt;/script&gt;");
  }

  @Test
  void aMarkIsALineInTheChartsAndARowOfTheEvents() throws IOException {
    String page = page(layout);

    assertThat(data(page).path("events"))
        .anySatisfy(
            event -> {
              assertThat(event.path("kind").asText()).isEqualTo("mark");
              assertThat(event.path("from").asDouble()).isEqualTo(4);
              assertThat(event.path("text").asText()).isEqualTo("mark " + PageRun.ATTACK);
            });
    assertThat(page)
        .containsSubsequence("What happened", "0:00:04: Mark: mark ")
        .containsSubsequence("marks that were added", "<caption>Events", "0:00:04", "Mark: mark ");
  }

  @Test
  void theHeadIsFollowedByLinksToAllSections() throws IOException {
    String page = page(layout);
    String links = page.substring(page.indexOf("<nav"), page.indexOf("</nav>"));

    assertThat(valuesOf("href=\"#([^\"]+)\"", links))
        .containsSequence("figures", "objectives", "trust")
        .containsSequence("time", "gpu-time")
        .isEqualTo(valuesOf("<section id=\"([^\"]+)\"", page));
  }

  private static List<String> valuesOf(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void numbersThatAUserHasChosenHaveNoZerosAtTheirEnd() throws IOException {
    assertThat(page(layout))
        .contains("(12 slices of 1 s")
        .contains("<th scope=\"row\">Request Latency at most 500 ms</th>");
  }

  @Test
  void nothingIsLoadedFromTheNetwork() throws IOException {
    String page = page(layout);
    String markup = page.replaceAll("(?s)<(script|style)\\b.*?</\\1>", "");

    assertThat(LOADED.matcher(markup).find()).isFalse();
    assertThat(page).contains("Content-Security-Policy\" content=\"default-src &#39;none&#39;;");
  }

  @Test
  void everyChartHasItsValuesAsATable() throws IOException {
    String page = page(layout);

    assertThat(page)
        .contains("<caption>Time to First Token, ms</caption>")
        .contains("<caption>GPU power, W</caption>")
        .contains("<th scope=\"row\">0:00:03 to 0:00:04</th>");
    JsonNode data = data(page);
    for (JsonNode chart : data.path("charts")) {
      assertThat(page).contains("data-time=\"" + chart.path("id").asText() + "\"");
    }
    assertThat(data.path("untrusted")).hasToString("[1.0,2.0]");
  }

  @Test
  void aWeekFitsIntoFiveMegabytesAndKeepsItsPeaks() throws IOException {
    Lake lake = PageRun.lake(folder);
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunReport week = week(RunReport.read(lake, "run"));

    RunDocuments.write(week, lake, layout, ExportLevel.SUMMARY);

    assertThat(layout.reportHtml()).exists();
    assertThat(Files.size(layout.reportHtml())).isLessThan(5_000_000);
    JsonNode data = data(page(layout));
    assertThat(data.path("buckets").asInt()).isBetween(1_900, TimeBuckets.MAX_COUNT);
    JsonNode inFlight = data.path("charts").findParent("lines");
    assertThat(inFlight).isNotNull();
    for (JsonNode chart : data.path("charts")) {
      if (chart.path("id").asText().equals("in-flight")) {
        double peak =
            chart.at("/lines/1/max").valueStream().mapToDouble(JsonNode::asDouble).max().orElse(0);
        assertThat(peak).isEqualTo(9_999);
      }
    }
  }

  /** Repeats the slices of a run for a week of slices of 10 s, with a single peak. */
  private static RunReport week(RunReport run) {
    long sliceNanos = 10_000_000_000L;
    List<SliceRow> slices = new ArrayList<>();
    for (int i = 0; i < 60_480; i++) {
      SliceRow slice = FinishedSlices.copyOf(run.slices().get(i % 11));
      slice.put("slice_index", (long) i);
      slice.put("start_epoch_ns", run.startEpochNanos() + i * sliceNanos);
      slice.put("end_epoch_ns", run.startEpochNanos() + (i + 1) * sliceNanos);
      slice.put("in_flight_max", i == 30_001 ? 9_999L : 3L + i % 7);
      slices.add(slice);
    }
    run.run().put("slice_duration_ns", sliceNanos);
    run.run().put("slices", (long) slices.size());
    return new RunReport(
        run.run(),
        run.hasSummary(),
        run.startEpochNanos(),
        run.startEpochNanos() + slices.size() * sliceNanos,
        run.statistics(),
        run.trusted(),
        run.warmup(),
        run.goodput(),
        run.aiperfSlices(),
        slices,
        run.gpuSlices(),
        run.gpuTelemetry(),
        run.gpuEfficiency(),
        run.energy(),
        run.availability(),
        run.errors(),
        run.marks(),
        run.ledger(),
        run.datasets(),
        run.aheadOfKafka());
  }

  @Test
  void aRunWithoutRequestsHasAPage() throws IOException {
    Lake lake = new FakePipeline(folder.resolve("lake"), "run").finished(at(1_000));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));

    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);

    assertThat(page(layout)).contains("The run is complete").contains("an unnamed model");
  }

  private static String page(ExportLayout layout) throws IOException {
    return Files.readString(layout.reportHtml());
  }

  static JsonNode data(String page) throws IOException {
    String start = "<script type=\"application/json\" id=\"data\">";
    int from = page.indexOf(start) + start.length();
    return MAPPER.readTree(page.substring(from, page.indexOf("</script>", from)));
  }
}
