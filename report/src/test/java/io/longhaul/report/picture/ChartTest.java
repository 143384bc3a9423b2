package io.longhaul.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.w3c.dom.Element;

class ChartTest {
  private static final Color BLUE = new Color(0x0072b2);
  private static final Color ORANGE = new Color(0xd55e00);
  private static final Axis TIME = Axis.of("Time (s)");
  private static final Axis LATENCY = Axis.of("Latency (ms)");

  @Test
  void dotsAreWhereTheAxesSay() {
    DrawnChart drawn =
        new DrawnChart(
            chart().dots("requests", new double[] {0, 5, 10}, new double[] {100, 400, 200}, 0));

    assertThat(drawn.circles("requests")).hasSize(3);
    assertThat(drawn.circles("requests").get(0).x()).isCloseTo(drawn.positionOf("0"), within(0.02));
    assertThat(drawn.circles("requests").get(2).x())
        .isCloseTo(drawn.positionOf("10"), within(0.02));
    assertThat(drawn.circles("requests").get(0).y()).isCloseTo(drawn.heightOf("100"), within(0.02));
    assertThat(drawn.circles("requests").get(1).y()).isCloseTo(drawn.heightOf("400"), within(0.02));
  }

  @Test
  void titleNoteUnitsAndLegendAreTexts() {
    DrawnChart drawn =
        new DrawnChart(
            new Chart("A <title>", "m, concurrency 4", TIME, LATENCY)
                .line("p50", new double[] {0, 1}, new double[] {1, 2}, 0)
                .line("p99", new double[] {0, 1}, new double[] {3, 4}, 1));

    assertThat(drawn.texts())
        .contains("A <title>", "m, concurrency 4", "Time (s)", "Latency (ms)", "p50", "p99");
    assertThat(drawn.svg().getAttribute("width")).isEqualTo("1600");
  }

  @Test
  void pixelsHaveTheColorsOfTheSeriesAtItsPoints() {
    DrawnChart drawn =
        new DrawnChart(
            chart()
                .points("a", new double[] {2}, new double[] {50}, List.of("4"), 0)
                .points("b", new double[] {8}, new double[] {90}, List.of("8"), 1));
    DrawnChart.Circle a = drawn.circles("a").get(0);
    DrawnChart.Circle b = drawn.circles("b").get(0);

    assertThat(drawn.png().getWidth()).isEqualTo(2400);
    assertThat(drawn.png().getHeight()).isEqualTo(1200);
    assertThat(drawn.pixel(a.x(), a.y())).isEqualTo(BLUE);
    assertThat(drawn.pixel(b.x(), b.y())).isEqualTo(ORANGE);
    assertThat(drawn.pixel(a.x(), a.y() + 20)).isEqualTo(Color.WHITE);
  }

  @Test
  void textsAreAlsoPixels() {
    BufferedImage png =
        new DrawnChart(chart().dots("", new double[] {1}, new double[] {1}, 0)).png();
    int dark = 0;
    for (int x = 0; x < 400; x++) {
      for (int y = 0; y < 80; y++) {
        dark += new Color(png.getRGB(x, y)).getRed() < 100 ? 1 : 0;
      }
    }

    assertThat(dark).as("pixels of the title").isGreaterThan(500);
  }

  @Test
  void theDarkThemeHasTheColorsOfTheDarkPage() {
    DrawnChart drawn =
        new DrawnChart(
            chart().points("a", new double[] {2}, new double[] {50}, List.of(""), 0),
            ColorTheme.DARK);
    DrawnChart.Circle a = drawn.circles("a").get(0);

    assertThat(drawn.pixel(2, 2)).isEqualTo(new Color(0x12181e));
    assertThat(drawn.pixel(a.x(), a.y())).isEqualTo(new Color(0x56b4e9));
  }

  @Test
  void anAreaFillsTheSpaceUnderItsStepsAndLeavesGaps() {
    DrawnChart drawn =
        new DrawnChart(
            chart().area("rate", new double[] {0, 10, 20, 30}, new double[] {8, Double.NaN, 4}, 0));
    double middleOfFirst = (drawn.positionOf("0") + drawn.positionOf("10")) / 2;
    double middleOfGap = (drawn.positionOf("10") + drawn.positionOf("20")) / 2;
    double half = (drawn.heightOf("3") + drawn.heightOf("2")) / 2;

    assertThat(drawn.pixel(middleOfFirst, half)).isNotEqualTo(Color.WHITE);
    assertThat(drawn.pixel(middleOfGap, half)).isEqualTo(Color.WHITE);
    assertThat(drawn.pixel(middleOfFirst, drawn.heightOf("8") - 8)).isEqualTo(Color.WHITE);
  }

  @Test
  void theRightAxisHasItsOwnScale() {
    DrawnChart drawn =
        new DrawnChart(
            chart()
                .area("rate", new double[] {0, 10}, new double[] {1000}, 0)
                .right(Axis.of("GPU (%)"), "gpu", new double[] {0, 10}, new double[] {50}, 1));

    assertThat(drawn.texts()).contains("GPU (%)", "1,000", "50");
    String gpu = drawn.paths("gpu").get(0);
    assertThat(Double.parseDouble(gpu.substring(gpu.indexOf(' ') + 1, gpu.indexOf('L'))))
        .isCloseTo(drawn.heightOf("50"), within(0.02));
  }

  @Test
  void aLogarithmicAxisHasEqualDistancesForEqualRatios() {
    DrawnChart drawn =
        new DrawnChart(
            new Chart("", "", Axis.logarithmic("Latency (ms)"), Axis.of("%"))
                .line("", new double[] {1, 10, 100}, new double[] {0, 50, 100}, 0));

    assertThat(drawn.positionOf("10") - drawn.positionOf("1"))
        .isCloseTo(drawn.positionOf("100") - drawn.positionOf("10"), within(0.05));
  }

  @Test
  void aLogarithmicAxisOfLessThanADecadeHasLabels() {
    DrawnChart chart =
        new DrawnChart(
            new Chart("", "", Axis.logarithmic("Latency (ms)"), Axis.of("%"))
                .dots("", new double[] {23, 41}, new double[] {1, 2}, 0));

    assertThat(chart.texts()).contains("30", "40");
  }

  @Test
  void labelsOfPointsAtOnePlaceDoNotCoverEachOther() {
    DrawnChart drawn =
        new DrawnChart(
            chart()
                .points(
                    "runs",
                    new double[] {10, 10.1, 10.2, 20},
                    new double[] {10, 10, 10, 20},
                    List.of("concurrency 1", "concurrency 2", "concurrency 3", "concurrency 4"),
                    0));
    List<Rectangle2D> boxes = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      String label = "concurrency " + i;
      if (drawn.texts().contains(label)) {
        boxes.add(
            new Rectangle2D.Double(
                drawn.startOf(label),
                drawn.heightOf(label),
                GlyphOutlines.ALL.width(label, 16),
                16));
      }
    }

    assertThat(boxes).hasSizeGreaterThanOrEqualTo(2);
    for (Rectangle2D box : boxes) {
      assertThat(boxes.stream().filter(box::intersects)).hasSize(1);
    }
  }

  @Test
  void theBoxOfABoxPlotEndsAtTheQuartiles() {
    DrawnChart drawn =
        new DrawnChart(
            new Chart("", "", Axis.named("", List.of("")), LATENCY)
                .box("ttft", 0, new double[] {10, 20, 30, 40, 50, 1000}, 0));
    String box = drawn.paths("ttft").get(0);
    double top = Double.parseDouble(box.substring(box.indexOf(' ') + 1, box.indexOf('L')));

    // The third quartile of six values is 47.5; 1000 is a dot, no part of the whisker.
    double perMilli = (drawn.heightOf("0") - drawn.heightOf("1,000")) / 1000;
    assertThat(top).isCloseTo(drawn.heightOf("0") - 47.5 * perMilli, within(0.1));
    assertThat(drawn.circles("ttft")).hasSize(6);
  }

  @Test
  void aTitleThatIsTooLongEndsWithAnEllipsis() {
    DrawnChart drawn =
        new DrawnChart(
            new Chart("long ".repeat(60), "", TIME, LATENCY)
                .dots("", new double[] {1}, new double[] {1}, 0));

    assertThat(drawn.texts()).anyMatch(text -> text.startsWith("long long") && text.endsWith("…"));
  }

  @Test
  void everyCharacterOfOurTextsHasAnOutline() {
    double replacement = GlyphOutlines.ALL.width("\ufffd", 16);

    assertThat("µs → 99.9 % – 10×, °C … ≤ Ωäéß".codePoints().filter(each -> each != ' '))
        .allSatisfy(
            each ->
                assertThat(
                        GlyphOutlines.ALL
                            .outline(Character.toString(each), 16)
                            .getBounds2D()
                            .isEmpty())
                    .as(Character.toString(each))
                    .isFalse());
    assertThat(GlyphOutlines.ALL.width("\ud83d\ude00", 16)).isEqualTo(replacement);
  }

  @Test
  void aJpegHasOnePixelPerUnit() throws IOException {
    Picture picture =
        chart()
            .points("a", new double[] {2}, new double[] {50}, List.of(""), 0)
            .drawn(ColorTheme.LIGHT, 700, 450);
    BufferedImage image =
        ImageIO.read(new ByteArrayInputStream(DrawnChart.bytes(picture, PictureFormat.JPEG)));

    assertThat(image.getWidth()).isEqualTo(700);
    assertThat(image.getHeight()).isEqualTo(450);
  }

  /** Java's fonts need libraries and files that a small container does not have. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void picturesNeedNoFontsOfTheMachine() throws Exception {
    Path out = Files.createTempFile("libraries", ".txt");
    ProcessBuilder child =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            PictureInAnotherJvm.class.getName());
    child.environment().put("DISPLAY", "127.0.0.1:99"); // where no desktop is
    Process process = child.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(out))
          .contains("drawn ", "libawt")
          .doesNotContain("fontmanager", "fontconfig", "freetype");
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }

  @Test
  void nothingFiniteIsAnEmptyChart() {
    assertThat(chart().dots("", new double[] {1}, new double[] {Double.NaN}, 0).isEmpty()).isTrue();
    assertThat(chart().isEmpty()).isTrue();
  }

  @Test
  void eachSeriesHasItsTooltip() {
    Element svg =
        new DrawnChart(chart().line("p50", new double[] {0, 1}, new double[] {1, 2}, 0)).svg();

    assertThat(svg.getElementsByTagName("title").item(1).getTextContent()).isEqualTo("p50");
  }

  private static Chart chart() {
    return new Chart("Title", "", TIME, LATENCY);
  }
}
