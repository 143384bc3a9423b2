package io.longhaul.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code docs/metrics.md} agrees with {@link Metric}. */
class MetricsDocumentTest {
  private static final Pattern TAG_ROW = Pattern.compile("\\| `[a-z0-9_]+` \\|.*");

  private final List<String> rows = rowsOfTags();

  @ParameterizedTest
  @EnumSource(Metric.class)
  void everyMetricHasARowInTheDocument(Metric metric) {
    String expected =
        "| `%s` | %s | %s | %s | %s | "
            .formatted(
                metric.tag(),
                metric.header(),
                unitText(metric.unit()),
                metric.formula(),
                metric.kind().name().toLowerCase(Locale.ROOT) + (metric.isOurs() ? ", ours" : ""));

    assertThat(rows).filteredOn(row -> row.startsWith(expected)).as(expected).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void everyMetricOfOursStatesItsReason(Metric metric) {
    String expected = "| `" + metric.tag() + "` | " + metric.reason() + " |";

    assertThat(rows.contains(expected)).as(expected).isEqualTo(metric.isOurs());
  }

  @Test
  void noRowDocumentsAMetricThatDoesNotExist() {
    int ours = (int) Arrays.stream(Metric.values()).filter(Metric::isOurs).count();

    assertThat(rows).hasSize(Metric.COUNT + ours);
  }

  private static String unitText(MetricUnit unit) {
    return unit.stored().equals(unit.display())
        ? unit.display()
        : unit.stored() + " → " + unit.display();
  }

  private static List<String> rowsOfTags() {
    Path document = Path.of(System.getProperty("longhaul.root"), "docs", "metrics.md");
    try {
      return Files.readAllLines(document).stream()
          .filter(line -> TAG_ROW.matcher(line).matches())
          .toList();
    } catch (IOException e) {
      throw new AssertionError("Cannot read " + document + " (it belongs to the project)", e);
    }
  }
}
