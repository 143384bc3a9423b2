package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.metrics.MetricParser;
import io.longhaul.report.compare.ComparedRun;
import io.longhaul.report.compare.ComparisonJson;
import io.longhaul.report.compare.RunComparison;
import io.longhaul.report.compare.SyntheticRun;
import io.longhaul.report.compare.WorseCondition;
import io.longhaul.report.console.Figures;
import io.longhaul.report.json.JsonDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens the page of a comparison in Chromium. With {@code -Dlonghaul.pictures=FOLDER}, pictures of
 * the page are left there.
 */
@EnabledIfSystemProperty(named = "longhaul.chromium", matches = ".+")
class ComparisonPageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int DESKTOP = 1200;
  private static final int PHONE = 360;
  private static final int HEIGHT = 1600;

  @TempDir static Path folder;
  private static Path page;
  private static JsonNode json;
  private static Chromium chromium;

  @BeforeAll
  static void start() throws Exception {
    ComparedRun before =
        new SyntheticRun(600, 0.03, 0.5, 1).run("artifacts/before", 1, PageRun.ATTACK);
    ComparedRun after = new SyntheticRun(480, 0.03, 0.5, 1.2).run("artifacts/after", 2, "{}");
    List<ComparedRun> runs = List.of(before, after, after);
    List<RunComparison> comparisons = RunComparison.of(runs, 2);
    List<WorseCondition.Result> results = new ArrayList<>();
    WorseCondition condition =
        WorseCondition.parse("time_to_first_token.avg>5%", MetricParser.OF_FILES);
    comparisons.forEach(comparison -> results.add(condition.of(comparison)));
    page = folder.resolve("comparison.html");
    Files.writeString(page, new ComparisonPage(runs, comparisons, 2, results).text());
    json =
        MAPPER.readTree(
            JsonDocument.compact(new ComparisonJson(runs, comparisons, 2, results)::write));
    chromium = new Chromium(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void theFiguresOnTheScreenAreThoseOfTheJsonDocument() throws Exception {
    chromium.open(page, DESKTOP, HEIGHT, false);
    JsonNode cells =
        chromium.evaluate(
            "[...document.querySelectorAll('[data-figure]')].map(f => [f.dataset.figure,"
                + " f.innerText])");

    assertThat(cells).hasSize(2 * 17 * 5);
    for (JsonNode cell : cells) {
      String pointer = cell.path(0).asText();
      String text = cell.path(1).asText();
      String member = pointer.substring(pointer.lastIndexOf('/') + 1);
      JsonNode figure = json.at(pointer.substring(0, pointer.lastIndexOf('/')));
      switch (member) {
        case "baseline", "other" ->
            assertThat(text).as(pointer).isEqualTo(Figures.of(figure.path(member)));
        case "verdict" -> assertThat(text).as(pointer).isEqualTo(words(figure, pointer));
        default -> {
          JsonNode value =
              figure.has(member + "_percent")
                  ? figure.path(member + "_percent")
                  : figure.path(member + "_points");
          assertThat(Double.parseDouble(text.replaceAll("[^-+0-9.]", "")))
              .as(pointer)
              .isCloseTo(value.asDouble(), within(0.0501));
        }
      }
    }
  }

  private static String words(JsonNode figure, String pointer) {
    String other = pointer.startsWith("/comparisons/0/") ? "B" : "C";
    return switch (figure.path("verdict").asText()) {
      case "baseline_better" -> "A better";
      case "other_better" -> other + " better";
      case "no_difference" -> "no difference";
      default -> "too little data";
    };
  }

  @Test
  void everyChartHasALinePerRunAndNeedsNoNetwork() throws Exception {
    chromium.open(page, DESKTOP, HEIGHT, false);

    JsonNode charts =
        chromium.evaluate(
            "[...document.querySelectorAll('.plot')].map(plot => [plot.dataset.time ??"
                + " plot.dataset.cdf, plot.querySelectorAll('canvas').length,"
                + " [...plot.querySelectorAll('.u-series')].slice(1).map(s =>"
                + " s.querySelector('.u-label').textContent).join('; ')])");

    assertThat(charts).hasSize(11 + 3);
    assertThat(charts)
        .allSatisfy(
            chart -> {
              assertThat(chart.path(1).asInt()).as(chart.path(0).asText()).isOne();
              assertThat(chart.path(2).asText())
                  .isEqualTo("A  artifacts/before; B  artifacts/after; C  artifacts/after");
            });
    assertThat(chromium.problems()).isEmpty();
    assertThat(chromium.requests()).containsExactly(page.toUri().toString());
  }

  @Test
  void theLinesShowTheDifferenceThatTheTableNames() throws Exception {
    JsonNode chart = chart("time_to_first_token-p50");
    double before = mean(chart.at("/lines/0/mean"));
    double after = mean(chart.at("/lines/1/mean"));

    assertThat(after / before).isCloseTo(1.2, within(0.05));
    // Points of 10 s: 60 of them in the first run, and 48 in the second.
    assertThat(chart.at("/lines/0/mean")).hasSize(60).noneMatch(JsonNode::isNull);
    assertThat(chart.at("/lines/1/mean").valueStream().filter(JsonNode::isNull)).hasSize(12);
    assertThat(mean(chart("request_throughput").at("/lines/0/mean"))).isCloseTo(20, within(1.0));
  }

  private static JsonNode chart(String id) throws Exception {
    return HtmlReportTest.data(Files.readString(page))
        .path("charts")
        .valueStream()
        .filter(chart -> chart.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static double mean(JsonNode values) {
    return values
        .valueStream()
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElseThrow();
  }

  @Test
  void theButtonsMoveTheTimeAxisOfAllCharts() throws Exception {
    chromium.open(page, DESKTOP, HEIGHT, false);
    chromium.evaluate("document.querySelector('[data-zoom=in]').click()");

    assertThat(
            chromium
                .evaluate(
                    "[...new Set([...document.querySelectorAll('.plot[data-time]')].map(plot =>"
                        + " plot.dataset.range))].join(' ')")
                .asText())
        .isEqualTo("150-450");
  }

  @Test
  void nothingScrollsSidewaysOnAPhoneAndTextsCannotBreakOut() throws Exception {
    chromium.open(page, PHONE, 800, true);
    chromium.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");

    assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    assertThat(chromium.evaluate("document.images.length").asInt()).isZero();
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void picturesAndPaperShowTheWholePage() throws Exception {
    Path pictures = Path.of(System.getProperty("longhaul.pictures", folder.toString()));
    for (boolean dark : List.of(false, true)) {
      for (int width : List.of(DESKTOP, PHONE)) {
        chromium.open(page, width, HEIGHT, dark);
        int height = chromium.evaluate("document.documentElement.scrollHeight").asInt();
        Path picture = pictures.resolve("comparison-" + width + (dark ? "-dark" : "") + ".png");
        chromium.picture(picture, width, 0, height);
        assertThat(picture).isNotEmptyFile();
      }
    }
    chromium.open(page, DESKTOP, HEIGHT, false);
    Path paper = pictures.resolve("comparison.pdf");
    chromium.print(paper);
    assertThat(Files.readString(paper, ISO_8859_1)).startsWith("%PDF");
  }
}
