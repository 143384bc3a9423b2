package io.longhaul.load.scrape.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.load.scrape.MetricsPageKind;
import io.longhaul.load.scrape.prometheus.FakeExporter;
import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.SeriesLimit;
import io.longhaul.load.scrape.result.ServerScrape;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSeries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ServerPageClientTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final int SMALL_PAGE_BYTES = 4096;

  private static final String PAGE =
      """
      # HELP vllm:num_requests_running Number of requests in model execution batches.
      # TYPE vllm:num_requests_running gauge
      vllm:num_requests_running{engine="0",model_name="m"} 4.0
      # HELP vllm:generation_tokens_total Number of generation tokens processed.
      # TYPE vllm:generation_tokens_total counter
      vllm:generation_tokens_total{engine="0",model_name="m"} 80.0
      # HELP vllm:generation_tokens_created Number of generation tokens processed.
      # TYPE vllm:generation_tokens_created gauge
      vllm:generation_tokens_created{engine="0",model_name="m"} 1.7e+09
      # HELP ttft Time to first token\\nin seconds.
      # TYPE ttft histogram
      ttft_bucket{engine="0",le="+Inf"} 5.0
      ttft_bucket{engine="0",le="0.1"} 2.0
      ttft_bucket{engine="0",le="0.5"} 4.0
      ttft_count{engine="0"} 5.0
      ttft_sum{engine="0"} 1.25
      # TYPE go_gc_duration_seconds summary
      go_gc_duration_seconds{quantile="0.5"} 0.1
      go_gc_duration_seconds_sum 2
      go_gc_duration_seconds_count 3
      nobody_says_what 7
      """;

  @Test
  void everyMetricIsASeriesAndAHistogramIsOneSeries() throws Exception {
    ServerScrape scrape = scrape(PAGE);

    assertThat(scrape.omitted()).isZero();
    assertThat(scrape.series())
        .containsExactly(
            new ServerSeries(
                "vllm:num_requests_running",
                "gauge",
                Map.of("engine", "0", "model_name", "m"),
                4.0,
                "Number of requests in model execution batches.",
                null),
            new ServerSeries(
                "vllm:generation_tokens_total",
                "counter",
                Map.of("engine", "0", "model_name", "m"),
                80.0,
                "Number of generation tokens processed.",
                null),
            new ServerSeries("nobody_says_what", "unknown", Map.of(), 7.0, "", null),
            new ServerSeries(
                "ttft",
                "histogram",
                Map.of("engine", "0"),
                null,
                "Time to first token\nin seconds.",
                new ServerHistogram(
                    1.25,
                    5.0,
                    List.of(0.1, 0.5, Double.POSITIVE_INFINITY),
                    List.of(2.0, 4.0, 5.0))));
  }

  @Test
  void anOpenMetricsCounterDeclaresItsTypeWithoutTotal() throws Exception {
    ServerScrape scrape = scrape("# TYPE foo counter\n# HELP foo What.\nfoo_total 1\n# EOF\n");

    assertThat(scrape.series())
        .containsExactly(new ServerSeries("foo_total", "counter", Map.of(), 1.0, "What.", null));
  }

  @Test
  void seriesWithoutAFiniteValueAreAbsentAndNeverZero() throws Exception {
    ServerScrape scrape =
        scrape(
            """
            a NaN
            b +Inf
            # TYPE h histogram
            h_bucket{le="+Inf"} NaN
            h_count 1
            h_sum 1
            # TYPE without_infinity histogram
            without_infinity_bucket{le="1"} 1
            without_infinity_count 1
            without_infinity_sum 1
            c 1
            """);

    assertThat(scrape.series()).extracting(ServerSeries::getName).containsExactly("c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>no metrics here</html>\n",
        "vllm:num_requests_running{engine=\"0\"} 4.0\nvllm:num_requests_wai",
        "running{engine=\"0\"} 4\nrunning{engine=\"0\"} 4\n",
        "running 12,5\n",
        "running{engine=0} 1\n",
        "running{engine=\"0\",engine=\"1\"} 1\n",
        "{\"running\": 1}\n",
      })
  void aMalformedPageIsRejectedEntirely(String page) {
    assertThat(failure(page).reason()).isEqualTo("malformed");
    assertThat(failure(page).isInvalidContent()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# EOF\n", "a NaN\nb{c=\"d\"} -Inf\n"})
  void aPageWithoutValuesIsAFailure(String page) {
    assertThat(failure(page).reason()).isEqualTo("no_series");
  }

  @Test
  void aTooLargePageIsAFailure() {
    assertThat(failure("a 1\n".repeat(SMALL_PAGE_BYTES)).reason()).isEqualTo("too_large");
  }

  @Test
  void anUnreachablePageIsAnotherKindOfFailure() throws Exception {
    try (FakeExporter server = new FakeExporter(FakeExporter.response(404, new byte[0]))) {
      ScrapeException failure = failure(server);

      assertThat(failure.reason()).isEqualTo("http_404");
      assertThat(failure.isInvalidContent()).isFalse();
    }
  }

  @Test
  void theFirstSeriesAreKeptWhenThereAreTooMany() throws Exception {
    try (FakeExporter server = new FakeExporter(FakeExporter.page(series(0, 2_000)));
        MetricsPageClient pages =
            new MetricsPageClient(PATIENT, MetricsPageClient.MAX_PAGE_BYTES)) {
      ServerPageClient client = new ServerPageClient(server.url(), pages, System::nanoTime);
      assertThat(client.scrape().omitted()).isZero();
      server.setResponse(FakeExporter.page(series(1_990, 2_100)));

      ServerScrape later = client.scrape();

      assertThat(later.series()).hasSize(10);
      assertThat(later.omitted()).isEqualTo(100);
    }
  }

  @Test
  void tooLongSeriesAreOmitted() throws Exception {
    String longLabel = "x".repeat(SeriesLimit.MAX_IDENTITY_CHARS);
    String buckets =
        IntStream.range(0, SeriesLimit.MAX_BUCKETS)
            .mapToObj(i -> "h_bucket{le=\"" + i + "\"} 1\n")
            .collect(Collectors.joining());

    ServerScrape scrape =
        scrapeWhole(
            "a{b=\""
                + longLabel
                + "\"} 1\n# TYPE h histogram\n"
                + buckets
                + "h_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\nc 1\n");

    assertThat(scrape.series()).extracting(ServerSeries::getName).containsExactly("c");
    assertThat(scrape.omitted()).isEqualTo(2);
  }

  @Test
  void theKindOfAPageIsDetectedFromItsContent() throws Exception {
    try (FakeExporter gpus = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        FakeExporter server = new FakeExporter(FakeExporter.page(PAGE))) {
      assertThat(MetricsPageKind.at(gpus.url(), PATIENT)).isEqualTo(MetricsPageKind.GPUS);
      assertThat(MetricsPageKind.at(server.url(), PATIENT)).isEqualTo(MetricsPageKind.SERVER);
    }
  }

  private static String series(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "requests{user=\"" + i + "\"} 1\n")
        .collect(Collectors.joining());
  }

  private static ServerScrape scrape(String page) throws Exception {
    return scrape(page, SMALL_PAGE_BYTES);
  }

  private static ServerScrape scrapeWhole(String page) throws Exception {
    return scrape(page, MetricsPageClient.MAX_PAGE_BYTES);
  }

  private static ServerScrape scrape(String page, int maxPageBytes) throws Exception {
    try (FakeExporter server = new FakeExporter(FakeExporter.response(200, page.getBytes(UTF_8)));
        MetricsPageClient pages = new MetricsPageClient(PATIENT, maxPageBytes)) {
      return new ServerPageClient(server.url(), pages, System::nanoTime).scrape();
    }
  }

  private static ScrapeException failure(String page) {
    return catchThrowableOfType(ScrapeException.class, () -> scrape(page));
  }

  private static ScrapeException failure(FakeExporter server) {
    return catchThrowableOfType(
        ScrapeException.class, () -> MetricsPageKind.at(server.url(), PATIENT));
  }
}
