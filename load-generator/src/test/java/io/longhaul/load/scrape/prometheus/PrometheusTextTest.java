package io.longhaul.load.scrape.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.scrape.result.ScrapeException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {

  @Test
  void aSampleHasANameLabelsAndAValue() throws Exception {
    assertThat(read("DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-a\"} 12.5\n"))
        .isEqualTo("DCGM_FI_DEV_POWER_USAGE{gpu=0, UUID=GPU-a} 12.5");
    assertThat(read("up 1\n")).isEqualTo("up{} 1.0");
    assertThat(read("a:b_c9{} 2\n")).isEqualTo("a:b_c9{} 2.0");
  }

  @Test
  void spacesAreAllowedBetweenAllParts() throws Exception {
    assertThat(read("  a \t{ x = \"1\" , y=\"2\" , } \t 3 \t 4 \n"))
        .isEqualTo("a{x=1, y=2} 3.0 @4");
    assertThat(read("a{UUID=\"b\", gpu=\"1\"}20\n")).isEqualTo("a{UUID=b, gpu=1} 20.0");
  }

  @Test
  void labelValuesMayContainAnyText() throws Exception {
    assertThat(read("a{m=\"NVIDIA H100, 80GB {x} #=\"} 5\n"))
        .isEqualTo("a{m=NVIDIA H100, 80GB {x} #=} 5.0");
    assertThat(read("a{m=\"\\\\ \\\" \\n 漢\"} 5\n")).isEqualTo("a{m=\\ \" \n 漢} 5.0");
    assertThat(read("a{m=\"\"} 5\n")).isEqualTo("a{m=} 5.0");
  }

  @Test
  void valuesMayBeAnyFloat() throws Exception {
    assertThat(read("a -1.5e-3\n")).isEqualTo("a{} -0.0015");
    assertThat(read("a .5\nb 5.\nc +7\n")).isEqualTo("a{} 0.5; b{} 5.0; c{} 7.0");
    assertThat(read("a NaN\nb nan\nc +Inf\nd -Inf\ne Inf\n"))
        .isEqualTo("a{} NaN; b{} NaN; c{} Infinity; d{} -Infinity; e{} Infinity");
    assertThat(read("a 1e309\n")).isEqualTo("a{} Infinity");
  }

  @Test
  void aTimestampIsDistinguishedFromTheValue() throws Exception {
    assertThat(read("a{gpu=\"0\"} 33 1700000000000\n")).isEqualTo("a{gpu=0} 33.0 @1700000000000");
    assertThat(read("a 33 -5\n")).isEqualTo("a{} 33.0 @-5");
  }

  @Test
  void commentsAndBlankLinesAreIgnored() throws Exception {
    assertThat(read("\n# HELP a What \"it\" is {\n#\n   # any\n\t\na 1\n# EOF\n"))
        .isEqualTo("a{} 1.0");
    assertThat(read("")).isEmpty();
  }

  @Test
  void typesAreStored() throws Exception {
    MetricsPage page =
        PrometheusText.parse("# TYPE a counter\n#  TYPE\tb  gauge\na 1\n".getBytes(UTF_8));

    assertThat(page.types()).containsOnly(entry("a", "counter"), entry("b", "gauge"));
  }

  @Test
  void oneMalformedLineRejectsThePage() {
    assertRejected("a 1\nbadline\n", "line 2: missing a value");
    assertRejected("a 1\n1a 2\n", "line 2: it does not start with a metric name");
    assertRejected("{a=\"b\"} 2\n", "line 1: it does not start with a metric name");
    assertRejected("a{\"b\"} 2\n", "line 1: a label without a name");
    assertRejected("a{b} 2\n", "line 1: a label without =");
    assertRejected("a{b=c} 2\n", "line 1: a label value without an opening quote");
    assertRejected("a{b=\"c} 2\n", "line 1: a label value without a closing quote");
    assertRejected("a{b=\"c\\", "line 1: it is not terminated (the page is truncated)");
    assertRejected("a{b=\"\\t\"} 2\n", "a backslash before something else than \\, \" or n");
    assertRejected("a{b=\"c\" d=\"e\"} 2\n", "labels without , or }");
    assertRejected("a{b=\"c\"\n", "labels without , or }");
    assertRejected("a{,} 2\n", "a label without a name");
    assertRejected("a{b:c=\"d\"} 2\n", "a label without =");
    assertRejected("a 1.2.3\n", "value 1.2.3 is not a number");
    assertRejected("a 0x10\n", "value 0x10 is not a number");
    assertRejected("a 1d\n", "value 1d is not a number");
    assertRejected("a 1 2.5\n", "timestamp 2.5 is not an integer number of milliseconds");
    assertRejected("a 1 2 3\n", "unexpected text after the value and the timestamp");
    assertRejected("a 1 # {trace=\"x\"} 1\n", "timestamp # is not an integer number");
    assertRejected("a 1\r\n", "value 1\r is not a number");
    assertRejected(
        "# TYPE a blob\n", "a TYPE line without a metric name and one of [counter, gauge,");
    assertRejected("# TYPE a\n", "a TYPE line without a metric name");
    assertRejected("<html>\n", "line 1: it does not start with a metric name");
  }

  @Test
  void aTruncatedPageIsRejected() {
    assertRejected("a 1\nb 2", "line 2: it is not terminated (the page is truncated)");
  }

  @Test
  void aDuplicateSeriesIsRejected() throws Exception {
    assertRejected("a{x=\"1\",y=\"2\"} 1\na{y=\"2\",x=\"1\"} 2\n", "is duplicated");
    assertRejected("a 1\na{} 1\n", "series a{} is duplicated");
    assertRejected("a{x=\"1\",x=\"2\"} 1\n", "label x is duplicated");
    assertThat(read("a{x=\"1\"} 1\na{x=\"2\"} 1\nb{x=\"1\"} 1\n")).contains("; ");
  }

  @Test
  void invalidUtf8IsRejected() {
    assertThatThrownBy(() -> PrometheusText.parse(new byte[] {'a', ' ', (byte) 0xFF, '\n'}))
        .isInstanceOf(ScrapeException.class)
        .hasMessage("Invalid metrics page: line 1: not UTF-8");
  }

  @Test
  void tooManyLabelsOrSeriesAreRejected() {
    StringBuilder labels = new StringBuilder("a{");
    for (int i = 0; i <= PrometheusText.MAX_LABELS; i++) {
      labels.append("l").append(i).append("=\"\",");
    }
    assertRejected(labels + "} 1\n", "more than 64 labels");

    StringBuilder series = new StringBuilder();
    for (int i = 0; i <= PrometheusText.MAX_SAMPLES; i++) {
      series.append("a{l=\"").append(i).append("\"} 1\n");
    }
    assertRejected(series.toString(), "more than 100000 samples");
  }

  private static void assertRejected(String page, String problem) {
    assertThatThrownBy(() -> PrometheusText.parse(page.getBytes(UTF_8)))
        .as(page.substring(0, Math.min(80, page.length())))
        .isInstanceOf(ScrapeException.class)
        .hasMessageContaining(problem);
  }

  private static String read(String page) throws ScrapeException {
    return PrometheusText.parse(page.getBytes(UTF_8)).samples().stream()
        .map(PrometheusTextTest::show)
        .collect(Collectors.joining("; "));
  }

  private static String show(PrometheusSample sample) {
    String timestamp =
        sample.timestampEpochMillis() == null ? "" : " @" + sample.timestampEpochMillis();
    return String.format(
        Locale.ROOT, "%s%s %s%s", sample.name(), sample.labels(), sample.value(), timestamp);
  }

  private static Map.Entry<String, String> entry(String key, String value) {
    return Map.entry(key, value);
  }
}
