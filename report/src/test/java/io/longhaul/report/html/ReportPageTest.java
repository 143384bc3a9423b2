package io.longhaul.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.report.console.Figures;
import io.longhaul.sinks.ExportLayout;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens {@code report.html} in Chromium. {@code config/pictures/make} takes pictures of the page of
 * a real run in the same way.
 */
@EnabledIfSystemProperty(named = "longhaul.chromium", matches = ".+")
class ReportPageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int DESKTOP = 1200;
  private static final int PHONE = 360;

  /** Width of the pictures in the documentation. */
  private static final int PART = 900;

  private static final int HEIGHT = 1600;

  @TempDir static Path folder;
  private static Chromium chromium;
  private static ExportLayout layout;

  @BeforeAll
  static void start() throws Exception {
    layout = PageRun.written(folder);
    chromium = new Chromium(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void theFiguresOnTheScreenAreThoseOfLonghaulJson() throws Exception {
    JsonNode run = MAPPER.readTree(layout.longhaulJson().toFile());
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    chromium.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    JsonNode figures =
        chromium.evaluate(
            "[...document.querySelectorAll('[data-figure]')].map(f => [f.dataset.figure,"
                + " f.innerText])");

    assertThat(figures).hasSizeGreaterThan(100);
    for (JsonNode figure : figures) {
      String pointer = figure.path(0).asText();
      assertThat(figure.path(1).asText()).as(pointer).isEqualTo(Figures.of(run.at(pointer)));
    }
  }

  @Test
  void everyChartIsDrawnWithoutErrorsAndWithoutTheNetwork() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    assertThat(chromium.evaluate("document.querySelectorAll('.plot').length").asInt())
        .isGreaterThan(12)
        .isEqualTo(chromium.evaluate("document.querySelectorAll('.plot canvas').length").asInt());
    assertThat(chromium.problems()).isEmpty();
    assertThat(chromium.requests()).containsExactly(layout.reportHtml().toUri().toString());
  }

  @Test
  void linesAreDrawnInTheirColors() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    JsonNode pixels =
        chromium.evaluate(
            """
            [...document.querySelectorAll('.plot[data-time]')].map(plot => {
              const canvas = plot.querySelector('canvas');
              const color = getComputedStyle(document.documentElement).getPropertyValue('--c1').trim();
              const rgb = [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16));
              const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              let found = 0;
              for (let i = 0; i < all.length; i += 4)
                if (rgb.every((part, at) => Math.abs(all[i + at] - part) < 12) && all[i + 3] > 200) found++;
              return found;
            })""");

    assertThat(pixels).isNotEmpty().allSatisfy(found -> assertThat(found.asInt()).isPositive());
  }

  @Test
  void labelsOfAxesFitBesideTheChart() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    JsonNode labels =
        chromium.evaluate(
            """
            (() => {
              %s
              return [0.0123, 99999, 125200, 1234567, 45678901234].map(value => {
                const ink = document.createElement('canvas').getContext('2d');
                const axis = axes('', '', {})[1];
                ink.font = axis.font;
                const label = axis.values(null, [value])[0];
                return {label, free: axis.size - ink.measureText(label).width};
              });
            })()"""
                .formatted(script("formats.js")));

    assertThat(labels.findValuesAsText("label"))
        .containsExactly("0.0123", "99,999", "125.2k", "1.235M", "45.68G");
    // uPlot leaves 5 pixels between label and chart.
    assertThat(labels)
        .allSatisfy(label -> assertThat(label.get("free").asDouble()).isGreaterThan(5));
  }

  @Test
  void countsHaveWholeSteps() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    // A change of the colors draws all charts again.
    chromium.evaluate(
        """
        (() => {
          const steps = [], ink = CanvasRenderingContext2D.prototype, write = ink.fillText;
          ink.fillText = function (text, ...place) {
            if (this.textAlign === 'right' && this.canvas.closest('[data-time=errors-by-kind]')) steps.push(text);
            write.call(this, text, ...place);
          };
          window.drawn = new Promise(done =>
            matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(() => done(steps))));
        })()""");
    chromium.preferDark(true);

    assertThat(chromium.evaluate("drawn").valueStream().map(JsonNode::asText).toList())
        .containsExactly("0", "1");
  }

  @Test
  void textsOfLimitsAreBelowTheStripOfUntrustedSlices() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

    JsonNode tops =
        chromium.evaluate(
            """
            (() => {
              %s
              %s
              const tops = [], nothing = () => {}, ctx = { textBaseline: '' };
              for (const name of ['save', 'beginPath', 'rect', 'clip', 'moveTo', 'lineTo', 'stroke', 'setLineDash', 'strokeText', 'restore'])
                ctx[name] = nothing;
              ctx.fillText = (text, x, y) => tops.push(y - (ctx.textBaseline === 'bottom' ? 11 : 0));
              const u = { ctx, bbox: { left: 0, top: 0, width: 500, height: 160 }, valToPos: value => value };
              drawLimits(u, { limits: [12, 20, 80].map(value => ({ value, text: 'limit' })) });
              return tops;
            })()"""
                .formatted(script("formats.js"), script("marks.js")));

    // The strip is 9 pixels high.
    assertThat(tops).hasSize(3).allSatisfy(top -> assertThat(top.asDouble()).isGreaterThan(9));
  }

  private static String script(String name) throws Exception {
    try (InputStream script = HtmlReport.class.getResourceAsStream(name)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void nothingScrollsSidewaysOnAPhone() throws Exception {
    chromium.open(layout.reportHtml(), PHONE, 800, true);
    chromium.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");

    assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void theButtonsMoveTheTimeAxisOfAllCharts() throws Exception {
    chromium.open(layout.reportHtml(), DESKTOP, HEIGHT, false);
    String ranges =
        """
        document.getElementById('range').textContent + ' / '
          + [...new Set([...document.querySelectorAll('.plot[data-time], .plot[data-heat]')]
            .map(plot => plot.dataset.range))].join(' ')""";

    assertThat(chromium.evaluate(ranges).asText()).isEqualTo("0:00:00 to 0:00:12 / 0-12");
    chromium.evaluate("document.querySelector('[data-zoom=in]').click()");
    assertThat(chromium.evaluate(ranges).asText()).isEqualTo("0:00:03 to 0:00:09 / 3-9");
    chromium.evaluate("document.querySelector('[data-zoom=later]').click()");
    assertThat(chromium.evaluate(ranges).asText()).isEqualTo("0:00:06 to 0:00:12 / 6-12");
    chromium.evaluate("document.querySelector('[data-zoom=all]').click()");
    assertThat(chromium.evaluate(ranges).asText()).isEqualTo("0:00:00 to 0:00:12 / 0-12");
  }

  @Test
  void withoutScriptsTheTablesAreShown() throws Exception {
    try (Chromium plain = new Chromium(folder)) {
      plain.disableScripts();
      plain.open(layout.reportHtml(), DESKTOP, HEIGHT, false);

      assertThat(
              plain
                  .evaluate(
                      "[...document.querySelectorAll('figure table')].filter(t =>"
                          + " t.getBoundingClientRect().height > 0).length")
                  .asInt())
          .isGreaterThan(10);
      assertThat(plain.evaluate("document.querySelector('.plot').offsetHeight").asInt()).isZero();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "longhaul.pictures.of", matches = ".+")
  void picturesOfARun() throws Exception {
    Path page = Path.of(System.getProperty("longhaul.pictures.of"), "report.html");
    Path out =
        Files.createDirectories(Path.of(System.getProperty("longhaul.pictures.into", "pictures")));

    if (Boolean.getBoolean("longhaul.pictures.parts")) {
      parts(page.toAbsolutePath(), out);
      assertThat(chromium.problems()).isEmpty();
      return;
    }
    pictures(page.toAbsolutePath(), out, "desktop", DESKTOP, false);
    pictures(page.toAbsolutePath(), out, "dark", DESKTOP, true);
    pictures(page.toAbsolutePath(), out, "phone", PHONE, false);
    chromium.print(out.resolve("paper.pdf"));

    assertThat(chromium.problems()).isEmpty();
  }

  /** Takes small pictures of the parts that the documentation shows. */
  private static void parts(Path page, Path out) throws Exception {
    chromium.open(page, PART, HEIGHT, false);
    part(out, "overview", "header", "#figures");
    part(out, "latency", "#time_to_first_token", "#time_to_first_token-heat");
    part(out, "tokens", "#inter_token_latency", "#inter_token_latency");
    part(out, "gpu", "#gpu-clock", "#gpu-temperature");
    part(out, "load-generator", "#tester-delays", "#tester-delays");
  }

  /** Takes a picture from the top of an element to the bottom of another; nothing without them. */
  private static void part(Path out, String name, String first, String last) throws Exception {
    JsonNode ends =
        chromium.evaluate(
            """
            (() => {
              const first = document.querySelector('%s'), last = document.querySelector('%s');
              return first && last
                ? [first.getBoundingClientRect().top + scrollY, last.getBoundingClientRect().bottom + scrollY]
                : [];
            })()"""
                .formatted(first, last));
    if (!ends.isEmpty()) {
      int from = (int) ends.path(0).asDouble();
      chromium.picture(
          out.resolve(name + ".png"), PART, from, (int) Math.ceil(ends.path(1).asDouble()) - from);
    }
  }

  private static void pictures(Path page, Path out, String name, int width, boolean dark)
      throws Exception {
    chromium.open(page, width, HEIGHT, dark);
    int height = chromium.evaluate("document.documentElement.scrollHeight").asInt();
    int number = 1;
    for (int from = 0; from < height; from += HEIGHT) {
      chromium.picture(
          out.resolve("%s-%02d.png".formatted(name, number++)),
          width,
          from,
          Math.min(HEIGHT, height - from));
    }
  }
}
